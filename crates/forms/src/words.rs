//! The words that a filled form prints of itself and that reading looks for, in one place so that
//! writer and reader agree.

use crate::steps::step;

/// A box that is on.
pub const YES: &str = "Ja";

/// A box that is off.
pub const NO: &str = "Nein";

/// What a template says of itself, in the language of its labels. What a filling adds is German.
#[derive(Debug, PartialEq, Eq)]
pub struct TemplateWords {
    /// Beside the label of a field that has to be filled in.
    pub required: &'static str,
    /// Before the number of a row.
    pub row: &'static str,
    page: &'static str,
    of: &'static str,
}

const GERMAN: TemplateWords = TemplateWords {
    required: "Pflichtangabe",
    row: "Zeile",
    page: PAGE,
    of: OF,
};

const ENGLISH: TemplateWords = TemplateWords {
    required: "required",
    row: "row",
    page: "Page",
    of: "of",
};

impl TemplateWords {
    /// Those of a language by its tag (RFC 5646); English where there are none.
    pub fn of(language: &str) -> &'static Self {
        let primary = language.split('-').next().unwrap_or_default();
        match primary.eq_ignore_ascii_case("de") {
            true => &GERMAN,
            false => &ENGLISH,
        }
    }

    /// `Seite 3 von 4`, `Page 3 of 4`.
    pub fn page_of(&self, number: usize, count: usize) -> String {
        format!("{} {number} {} {count}", self.page, self.of)
    }

    /// Whether a text is nothing but what [`TemplateWords::page_of`] gives.
    pub fn is_page_of(&self, text: &str) -> bool {
        // It is asked of each word of a text, which may have any number of them.
        let words = text.split_whitespace().inspect(|_| step()).take(5);
        match words.collect::<Vec<_>>().as_slice() {
            [page, number, of, count] => {
                (*page, *of) == (self.page, self.of) && is_number(number) && is_number(count)
            }
            _ => false,
        }
    }
}

/// Behind an amount; a form may print it where none is filled in.
pub const CURRENCY: &str = "€";

/// The heading on continuation pages under which other fields stand.
pub const OTHER_FIELDS: &str = "Weitere Angaben";
/// What a field is called of which the name shows nothing.
pub const UNNAMED: &str = "Feld ohne Namen";

/// Tag of marked content (PDF 32000-1, 14.6) around a line whose characters are drawn in another
/// order than they are read; its property `Text` has them as they are read. Not `ActualText`, whose
/// order viewers would reverse once more.
pub const LINE_TAG: &str = "FormserviceLine";

/// Tag of marked content around a line that goes on in the next one; its property `Text` is the
/// white space between the two.
pub const LINE_END_TAG: &str = "FormserviceLineEnd";

/// Tag of marked content around the value of a field that is printed without it; its property
/// `Text` is the full name of the field.
pub const FIELD_TAG: &str = "FormserviceField";

/// Before the name of a file that is attached to a page.
const ATTACHED_FILE: &str = "Anlage";

const PAGE: &str = "Seite";
const OF: &str = "von";
const REFERENCE: &str = "→";
const VERSION: &str = "Version";

/// `Seite 3`.
pub fn page(number: usize) -> String {
    format!("{PAGE} {number}")
}

/// The other field that keeps what was typed onto a page beside its fields.
pub fn notes_on_page(number: usize) -> String {
    format!("Notizen auf {}", page(number))
}

/// `Anlage: angebot.pdf`: a file that is attached to a place of a page.
pub fn attached_file(name: &str) -> String {
    match name {
        "" => ATTACHED_FILE.to_owned(),
        name => format!("{ATTACHED_FILE}: {name}"),
    }
}

/// `Seite 3 von 6`: what stands beside the title of a continuation page. Files of before have only
/// what [`page`] gives there.
pub fn page_of(number: usize, count: usize) -> String {
    GERMAN.page_of(number, count)
}

/// Whether a text is nothing but what [`page`] or [`page_of`] gives.
pub fn is_page_number(text: &str) -> bool {
    page_number(text).is_some()
}

/// Whether a text may be a part of what [`page`] or [`page_of`] gives, which some programs print in
/// pieces.
pub fn is_piece_of_page_number(text: &str) -> bool {
    let is_of_it = |word: &str| word == PAGE || word == OF || is_number(word);
    text.split_whitespace().all(is_of_it)
}

/// The numbers in a text that is nothing but what [`page`] or [`page_of`] gives, as they are
/// printed.
fn page_number(text: &str) -> Option<(&str, Option<&str>)> {
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        [PAGE, number] if is_number(number) => Some((number, None)),
        [PAGE, number, OF, count] if is_number(number) && is_number(count) => {
            Some((number, Some(count)))
        }
        _ => None,
    }
}

/// The number of the page on which a text stands that is nothing but what [`page`] or [`page_of`]
/// gives, and how many pages there are where it says so.
pub fn numbered_page(text: &str) -> Option<(usize, Option<usize>)> {
    let (number, count) = page_number(text)?;
    let count = count.and_then(|count| count.parse().ok());
    Some((number.parse().ok()?, count))
}

/// How large [`page_of`] is printed beside the title of a continuation page, in points.
pub const PAGE_NUMBER_SIZE: f32 = 8.5;

/// How large the labels of values are printed on continuation pages, in points.
pub const CONTINUED_LABEL_SIZE: f32 = 7.5;

/// How large values are printed there under their labels, in points.
pub const CONTINUED_VALUE_SIZE: f32 = 9.5;

/// `→ Seite 3`, in the place of a value that did not fit and stands in full on that page.
pub fn page_reference(number: usize) -> String {
    format!("{REFERENCE} {PAGE} {number}")
}

/// `→ 3`: the shorter form of [`page_reference`], where there is no room for more.
pub fn short_page_reference(number: usize) -> String {
    format!("{REFERENCE} {number}")
}

/// The page that a text names, if it is nothing but what [`page_reference`] or
/// [`short_page_reference`] gives.
pub fn referred_page(text: &str) -> Option<usize> {
    let target = text.trim().strip_prefix(REFERENCE)?;
    match target.split_whitespace().collect::<Vec<_>>().as_slice() {
        [number] | [PAGE, number] if is_number(number) => number.parse().ok(),
        _ => None,
    }
}

/// Whether a text is nothing but a reference to a page.
pub fn is_page_reference(text: &str) -> bool {
    referred_page(text).is_some()
}

/// The title of the continuation pages of a form.
pub fn continuation_title(title: &str) -> String {
    format!("{title} – Fortsetzung")
}

/// Which version of the form type a template shows.
pub fn version(number: u32) -> String {
    format!("{VERSION} {number}")
}

/// Whether a text is nothing but what [`version`] gives.
pub fn is_version(text: &str) -> bool {
    match text.split_whitespace().collect::<Vec<_>>().as_slice() {
        [VERSION, number] => is_number(number),
        _ => false,
    }
}

/// Other words that forms print and nobody fills in; reading ignores them.
pub const FURNITURE: [&str; 7] = [
    GERMAN.required,
    "Pflichtangaben",
    "Pflichtfeld",
    "Fortsetzung",
    "Nr.",
    "Nr",
    CURRENCY,
];

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{
        TemplateWords, is_page_number, is_page_reference, is_version, numbered_page, page, page_of,
        page_reference, referred_page, short_page_reference, version,
    };
    use crate::steps::take;

    #[test]
    fn is_version_finds_what_version_prints() {
        assert!(is_version(&version(1)) && is_version(&version(u32::MAX)));
        assert!(!is_version("Version eins") && !is_version("Version 1 von 2"));
    }

    #[test]
    fn page_numbers_are_found_in_the_language_that_printed_them() {
        assert!(is_page_number(&page(3)));
        for (language, footer) in [
            ("de", "Seite 3 von 12"),
            ("de-AT", "Seite 3 von 12"),
            ("en", "Page 3 of 12"),
            ("den", "Page 3 of 12"),
        ] {
            let words = TemplateWords::of(language);
            assert_eq!(words.page_of(3, 12), footer);
            assert!(words.is_page_of(footer));
            assert!(!words.is_page_of("Seite 3 of 12") && !words.is_page_of("Seite 3"));
        }
        for other in [
            "Seite",
            "Seite drei",
            "Seite 1 bis 2",
            "Seite 1 von 2 Blatt",
            "3",
        ] {
            let is_page_of = TemplateWords::of("de").is_page_of(other);
            assert!(!is_page_number(other) && !is_page_of, "{other}");
        }
    }

    #[test]
    fn is_page_of_looks_at_no_more_than_five_words_of_a_text() {
        take();
        assert!(!TemplateWords::of("de").is_page_of(&"Seite ".repeat(1_000)));
        assert_eq!(take(), 5);
    }

    #[test]
    fn numbered_page_finds_what_continuation_pages_print() {
        assert_eq!(numbered_page(&page(3)), Some((3, None)));
        assert_eq!(numbered_page(&page_of(3, 6)), Some((3, Some(6))));
        for other in [
            "Seite 3 von",
            "Seite 3 bis 6",
            "Seite drei von 6",
            "3 von 6",
        ] {
            assert_eq!(numbered_page(other), None, "{other}");
        }
    }

    #[test]
    fn is_page_reference_finds_both_lengths() {
        assert!(is_page_reference(&page_reference(3)));
        assert!(is_page_reference(&short_page_reference(12)));
        for other in [
            "→",
            "→ weiter",
            "→ 3 Personen",
            "→ Seite 3 und mehr",
            "Seite 3",
            "3",
        ] {
            assert!(!is_page_reference(other), "{other}");
        }
        assert_eq!(referred_page(&page_reference(3)), Some(3));
    }
}
