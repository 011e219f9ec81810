//! `Content-Disposition`: the name under which a browser saves a file (RFC 6266).

use std::fmt::Write as _;

/// `attachment` with the name twice: for old clients in ASCII, for others as RFC 8187 writes it.
pub(crate) fn attachment(filename: &str) -> String {
    let plain = |character: char| match character {
        ' '..='~' if !matches!(character, '"' | '\\' | '%') => character,
        _ => '_',
    };
    let plain: String = filename.chars().map(plain).collect();
    let extended = extended(filename);
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{extended}")
}

/// The bytes of a name; those that are no `attr-char` are escaped (RFC 8187, 3.2.1).
fn extended(filename: &str) -> String {
    let mut extended = String::new();
    for byte in filename.bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte);
        match is_plain {
            true => extended.push(char::from(byte)),
            false => {
                let _ = write!(extended, "%{byte:02X}");
            }
        }
    }
    extended
}

#[cfg(test)]
mod tests {
    use super::attachment;

    #[test]
    fn any_name_of_an_attachment_is_safe_in_the_header() {
        assert_eq!(
            attachment("Angebot Müller & Söhne.pdf"),
            "attachment; filename=\"Angebot M_ller & S_hne.pdf\"; \
                filename*=UTF-8''Angebot%20M%C3%BCller%20&%20S%C3%B6hne.pdf"
        );
        let header = attachment("a\"; filename=\"b.exe\\");
        assert!(
            header.starts_with("attachment; filename=\"a_; filename=_b.exe_\"; filename*="),
            "{header}"
        );
        let header = attachment("a=b@c(1)'*.pdf");
        assert!(header.ends_with("''a%3Db%40c%281%29%27%2A.pdf"), "{header}");
    }
}
