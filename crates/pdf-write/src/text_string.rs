//! Writing text strings, and reading those of a template (PDF 32000-1, 7.9.2), and names (7.3.5).

use lopdf::{Object, StringFormat};
use pdf_syntax::text_string::{self, TextStringError};

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

/// The text of a string or name of the template. `None` for other objects.
pub(crate) fn decode(object: &Object) -> Option<String> {
    match object {
        Object::Name(name) => Some(decode_name(name)),
        Object::String(bytes, _) => Some(or_by_byte(text_string::decode(bytes), bytes)),
        _ => None,
    }
}

/// The text of a name.
pub(crate) fn decode_name(bytes: &[u8]) -> String {
    or_by_byte(text_string::decode_name(bytes), bytes)
}

/// The name that a node of the field tree has among its siblings, read as those who read filled
/// forms read it. `None` where it has none.
pub(crate) fn decode_field_name(object: &Object) -> Option<String> {
    let (Object::Name(bytes) | Object::String(bytes, _)) = object else {
        return None;
    };
    Some(or_by_byte(text_string::decode_field_name(bytes), bytes))
}

/// Bytes that no encoding explains stand for their own numbers, so that two names never become one;
/// a template that has them is refused before it comes here.
fn or_by_byte(text: Result<String, TextStringError>, bytes: &[u8]) -> String {
    text.unwrap_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect())
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
