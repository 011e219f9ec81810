//! The media type under which an attachment is handed back.

/// What is not known.
const UNKNOWN: &str = "application/octet-stream";

/// How many of its first bytes tell what a file is.
pub const BEGINNING_BYTES: usize = 16;

/// Beginnings of files that tell what they are. Those of one type stand together.
pub(super) const SIGNATURES: [(&[u8], &str); 9] = [
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"PK\x03\x04", "application/zip"),
    (b"II*\0", "image/tiff"),
    (b"MM\0*", "image/tiff"),
    (b"{\\rtf", "application/rtf"),
];

/// The type a client gave if it is one (RFC 9110, 8.3.1), else what the first bytes say, else
/// `application/octet-stream`. Lower case but for parameters.
pub fn media_type(sent: Option<&str>, first_bytes: &[u8]) -> String {
    if let Some(sent) = sent.map(str::trim).filter(|sent| is_media_type(sent)) {
        let (essence, parameters) = sent.split_at(sent.find(';').unwrap_or(sent.len()));
        return format!("{}{parameters}", essence.trim_end().to_ascii_lowercase());
    }
    found_type(first_bytes).unwrap_or(UNKNOWN).to_owned()
}

/// What the first bytes tell, if they tell something.
pub(super) fn found_type(first_bytes: &[u8]) -> Option<&'static str> {
    let known = SIGNATURES
        .iter()
        .find(|(signature, _)| first_bytes.starts_with(signature));
    known.map(|(_, media_type)| *media_type)
}

fn is_media_type(text: &str) -> bool {
    const LENGTH_MAX: usize = 255;
    let (essence, parameters) = text.split_at(text.find(';').unwrap_or(text.len()));
    // With an asterisk it is a range of types, as `Accept` has them.
    let name = |text: &str| is_token(text) && !text.contains('*');
    text.len() <= LENGTH_MAX
        && essence
            .trim_end()
            .split_once('/')
            .is_some_and(|(kind, subtype)| name(kind) && name(subtype))
        && are_parameters(parameters)
}

/// `; charset=utf-8; title="a; b"` (RFC 9110, 5.6.6): nothing, or each behind a semicolon.
fn are_parameters(text: &str) -> bool {
    const BLANKS: [char; 2] = [' ', '\t'];
    let mut rest = text.trim_matches(BLANKS);
    while let Some(behind) = rest.strip_prefix(';') {
        let behind = behind.trim_start_matches(BLANKS);
        let end = behind.find(['=', ';']).unwrap_or(behind.len());
        let (name, behind) = behind.split_at(end);
        let Some(value) = behind.strip_prefix('=') else {
            // Nothing may stand between two semicolons, a name without a value may not.
            if !name.is_empty() {
                return false;
            }
            rest = behind;
            continue;
        };
        let behind = match value.strip_prefix('"') {
            Some(quoted) => behind_quoted(quoted),
            None => {
                let (value, behind) = value.split_at(value.find(';').unwrap_or(value.len()));
                is_token(value.trim_end_matches(BLANKS)).then_some(behind)
            }
        };
        let Some(behind) = behind.filter(|_| is_token(name)) else {
            return false;
        };
        rest = behind.trim_start_matches(BLANKS);
    }
    rest.is_empty()
}

/// What stands behind the closing quote, of a string of visible characters.
fn behind_quoted(text: &str) -> Option<&str> {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return text.get(at + 1..),
            '\\' => drop(
                characters
                    .next()
                    .filter(|(_, escaped)| is_shown(*escaped))?,
            ),
            shown if is_shown(shown) => {}
            _ => return None,
        }
    }
    None
}

fn is_shown(character: char) -> bool {
    (' '..='~').contains(&character)
}

fn is_token(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_token_byte)
}

/// RFC 9110, 5.6.2.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::media_type;

    #[test]
    fn a_valid_type_is_kept_an_invalid_one_found_from_the_bytes() {
        for (sent, bytes, expected) in [
            (
                Some("Application/PDF"),
                b"GIF89a".as_slice(),
                "application/pdf",
            ),
            (
                Some("text/plain; charset=UTF-8"),
                b"x",
                "text/plain; charset=UTF-8",
            ),
            (Some("pdf"), b"%PDF-1.7", "application/pdf"),
            (Some("text/html\r\nX: y"), b"x", "application/octet-stream"),
            (
                Some(r#"text/plain ; title="a; \"b\""; charset=x; "#),
                b"%PDF-1.7",
                r#"text/plain; title="a; \"b\""; charset=x;"#,
            ),
            (
                Some("text/html; charset=<x>"),
                b"%PDF-1.7",
                "application/pdf",
            ),
            (
                Some("text/html; charset=\"x"),
                b"x",
                "application/octet-stream",
            ),
            (
                Some("text/html; charset=\"x\"y"),
                b"x",
                "application/octet-stream",
            ),
            (Some("text/html; charset"), b"x", "application/octet-stream"),
            (Some("text/html; =x"), b"x", "application/octet-stream"),
            (Some("*/*"), b"x", "application/octet-stream"),
            (Some("image/*"), b"GIF89a", "image/gif"),
            (Some("a b/c"), b"\xff\xd8\xff\xe0", "image/jpeg"),
            (None, b"PK\x03\x04", "application/zip"),
            (None, b"", "application/octet-stream"),
        ] {
            assert_eq!(media_type(sent, bytes), expected, "{sent:?}");
        }
    }
}
