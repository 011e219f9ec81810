//! Under which name a browser saves a file (RFC 6266).

/// `attachment` with the name twice: for old clients in ASCII, for others as RFC 8187 writes it.
pub(crate) fn attachment(filename: &str) -> String {
    let plain = |character: char| match character {
        ' '..='~' if !matches!(character, '"' | '\\' | '%') => character,
        _ => '_',
    };
    let fallback: String = filename.chars().map(plain).collect();
    let encoded: String = filename.bytes().map(encoded).collect();
    format!("attachment; filename=\"{fallback}\"; filename*=UTF-8''{encoded}")
}

/// RFC 8187, 3.2.1: what is no `attr-char` is percent-encoded.
fn encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"!#$&+-.^_`|~".contains(&byte) {
        char::from(byte).to_string()
    } else {
        format!("%{byte:02X}")
    }
}

#[cfg(test)]
mod tests {
    use super::attachment;

    #[test]
    fn any_name_is_safe_in_the_header() {
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
    }
}
