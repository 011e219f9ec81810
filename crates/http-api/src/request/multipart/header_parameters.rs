//! The parameters of `Content-Disposition` and `Content-Type`, read leniently, as browsers and
//! programs write them.

use encoding_rs::WINDOWS_1252;

/// Names in lower case and values, quotes and their escapes taken off.
pub(super) fn parameters(value: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut parameters = Vec::new();
    let mut rest = after(value, b';');
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| matches!(byte, b'=' | b';'));
        let (name, behind) = rest.split_at(end.unwrap_or(rest.len()));
        let value = match behind.strip_prefix(b"=") {
            None => Vec::new(),
            Some(value) => match value.trim_ascii_start().strip_prefix(b"\"") {
                Some(quoted) => {
                    let (value, length) = unquoted(quoted);
                    rest = after(&quoted[length..], b';');
                    parameters.push((lower(name), value));
                    continue;
                }
                None => {
                    let end = value.iter().position(|byte| *byte == b';');
                    value[..end.unwrap_or(value.len())].trim_ascii().to_vec()
                }
            },
        };
        parameters.push((lower(name), value));
        rest = after(behind, b';');
    }
    parameters
}

/// Bytes as a text: UTF-8, or else Windows-1252, without control characters.
pub(super) fn text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    };
    text.chars()
        .filter(|character| !character.is_control())
        .collect()
}

/// A value that names its character set and language (RFC 8187): `UTF-8''M%C3%BCller.pdf`.
pub(super) fn extended(value: &[u8]) -> Option<String> {
    let mut fields = value.splitn(3, |byte| *byte == b'\'');
    let encoded = fields.nth(2)?;
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded;
    while let [first, behind @ ..] = rest {
        let digits = behind.get(..2).filter(|_| *first == b'%');
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    Some(text(&bytes))
}

/// What stands in a quoted value for a sign that would end it: `%22` as browsers, and most programs
/// with them, write it (HTML Standard, "multipart form data"), `\"` and `\\` as old ones do. Any
/// other percent sign or backslash is one, as browsers send it.
const ESCAPES: [(&[u8], u8); 5] = [
    (b"%22", b'"'),
    (b"%0D", b'\r'),
    (b"%0A", b'\n'),
    (b"\\\"", b'"'),
    (b"\\\\", b'\\'),
];

/// The text of a quoted string and its length with the closing quote.
fn unquoted(quoted: &[u8]) -> (Vec<u8>, usize) {
    let mut text = Vec::new();
    let mut at = 0;
    while let Some(byte) = quoted.get(at) {
        let rest = &quoted[at..];
        let escape = ESCAPES.iter().find(|(sign, _)| rest.starts_with(sign));
        match (byte, escape) {
            (b'"', _) => return (text, at + 1),
            (_, Some((sign, meant))) => {
                text.push(*meant);
                at += sign.len();
            }
            _ => {
                text.push(*byte);
                at += 1;
            }
        }
    }
    (text, at)
}

fn after(bytes: &[u8], mark: u8) -> &[u8] {
    let at = bytes.iter().position(|byte| *byte == mark);
    at.map_or(&[], |at| &bytes[at + 1..])
}

fn lower(name: &[u8]) -> String {
    String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase()
}
