//! Writing text strings, and reading those of a template (PDF 32000-1, 7.9.2), and names (7.3.5).

use lopdf::{Object, StringFormat, decode_text_string};

/// A text string: as ASCII where that suffices, since PDFDocEncoding agrees with it, else as
/// UTF-16.
pub(crate) fn encode(text: &str) -> Object {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if text.bytes().all(is_plain) {
        return Object::String(text.into(), StringFormat::Literal);
    }
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    let bytes = units.flat_map(u16::to_be_bytes).collect();
    Object::String(bytes, StringFormat::Hexadecimal)
}

/// The text of a string or name of the template; bytes that no encoding explains are read one by
/// one. `None` for other objects.
pub(crate) fn decode(object: &Object) -> Option<String> {
    match object {
        Object::Name(name) => Some(decode_name(name)),
        Object::String(bytes, _) => match bytes.as_slice() {
            [0xff, 0xfe, rest @ ..] => {
                let (pairs, _) = rest.as_chunks::<2>();
                let units: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
                Some(String::from_utf16_lossy(&units))
            }
            [0xfe, 0xff, ..] | [0xef, 0xbb, 0xbf, ..] => {
                Some(decode_text_string(object).unwrap_or_else(|_| by_byte(bytes)))
            }
            bytes => match str::from_utf8(bytes) {
                // Only programs that write UTF-8 without its mark have such bytes.
                Ok(text) if bytes.iter().any(is_undefined) => Some(text.to_owned()),
                _ => Some(by_byte(bytes)),
            },
        },
        _ => None,
    }
}

/// The text of a name. Names are UTF-8 by recommendation; older programs write PDFDocEncoding.
pub(crate) fn decode_name(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => by_byte(bytes),
    }
}

/// Whether PDFDocEncoding leaves a byte undefined that UTF-8 has (PDF 32000-1, D.2); `pdf-read`
/// takes the names of fields by the same rule.
fn is_undefined(byte: &u8) -> bool {
    matches!(byte, 0x9f | 0xad)
}

/// PDFDocEncoding, in which each byte is a character; one that it leaves undefined stands for its
/// own number, so that two names never become one.
fn by_byte(bytes: &[u8]) -> String {
    let character = |byte: u8| {
        let decoded = decode_text_string(&Object::string_literal([byte])).ok();
        decoded.and_then(|text| text.chars().next())
    };
    bytes
        .iter()
        .map(|byte| character(*byte).unwrap_or(char::from(*byte)))
        .collect()
}

/// The text in UTF-16, as the digits of a hexadecimal string.
pub(crate) fn hexadecimal(text: &str) -> String {
    text.encode_utf16()
        .map(|unit| format!("{unit:04X}"))
        .collect()
}

/// Appends a byte of a literal string, escaped where it has to be (PDF 32000-1, 7.3.4.2).
pub(crate) fn push_escaped(content: &mut Vec<u8>, byte: u8) {
    match byte {
        b'\r' => content.extend_from_slice(b"\\r"),
        b'\n' => content.extend_from_slice(b"\\n"),
        b'(' | b')' | b'\\' => content.extend_from_slice(&[b'\\', byte]),
        _ => content.push(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_comes_back() {
        for text in [
            "",
            "Antrag (1)\\",
            "a\nb\tc",
            "Müller-Ćirić 😀",
            "\u{fe}\u{ff}",
            "þÿ",
            "~\u{7f}",
        ] {
            assert_eq!(decode(&encode(text)).as_deref(), Some(text));
        }
    }

    #[test]
    fn names_are_utf8_or_latin() {
        assert_eq!(decode_name("Größe".as_bytes()), "Größe");
        assert_eq!(decode_name(b"Gr\xf6\xdfe"), "Größe");
        let name = Object::string_literal(*b" \x07Anzahl \x84\xa0");
        assert_eq!(decode(&name).as_deref(), Some(" \u{7}Anzahl —€"));
    }
}
