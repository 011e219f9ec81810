//! How programs rename fields that meet others of their name when PDFs are put together.

/// Letters and digits that PDFsam appends are as many at least.
const RANDOM_LENGTH_MIN: usize = 8;

/// The name that a copy of qpdf has been made from: `costs.12.name` for `costs+1.12.name`.
pub(super) fn first_name(name: &str) -> Option<String> {
    let (root, rest) = root_and_rest(name);
    let (first, number) = root.rsplit_once('+')?;
    is_number(number).then(|| format!("{first}{rest}"))
}

/// Whether a field is called as one would be called that had this name in the other PDF: `name+1`
/// (qpdf), `1.name` (pdftk), `name-116d25gq57znk1`, `namepw459lgx9g9b1` (PDFsam).
pub(super) fn is_twin(other: &str, name: &str) -> bool {
    let is_numbered = other
        .split_once('.')
        .is_some_and(|(number, rest)| is_number(number) && rest == name);
    let ((other_root, other_rest), (root, rest)) = (root_and_rest(other), root_and_rest(name));
    let added = other_root.strip_prefix(root).filter(|_| other_rest == rest);
    is_numbered || added.is_some_and(is_added)
}

fn is_added(added: &str) -> bool {
    let is_random = added.len() >= RANDOM_LENGTH_MIN && added.bytes().any(|it| it.is_ascii_digit());
    is_random || added.strip_prefix('+').is_some_and(is_number)
}

/// The first part of a name, and the others with the full stop before them.
fn root_and_rest(name: &str) -> (&str, &str) {
    name.split_at(name.find('.').unwrap_or(name.len()))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{first_name, is_twin};

    #[test]
    fn first_name_is_that_without_the_number_of_the_copy() {
        for (name, first) in [
            ("costs+1.12.name", Some("costs.12.name")),
            ("name+12", Some("name")),
            ("a+b+1", Some("a+b")),
            ("name", None),
            ("name+", None),
            ("name+b", None),
            ("costs.1+1", None),
        ] {
            assert_eq!(first_name(name).as_deref(), first, "{name}");
        }
    }

    #[test]
    fn is_twin_knows_the_names_of_several_programs() {
        for twin in [
            "applicant+1.email",
            "1.applicant.email",
            "applicant-116d25gq57znk5.email",
            "applicantpw459lgx9g9b1.email",
        ] {
            assert!(is_twin(twin, "applicant.email"), "{twin}");
        }
        for other in [
            "applicant2.email",
            "applicant+1.iban",
            "applicant.email",
            "a.applicant.email",
        ] {
            assert!(!is_twin(other, "applicant.email"), "{other}");
        }
    }
}
