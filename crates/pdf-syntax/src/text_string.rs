//! Text strings and names as Unicode (PDF 32000-2, 7.9.2 and 7.3.5).
//!
//! Total and without loss: bytes that no encoding explains are [`TextStringError`], never replaced.
//! Left out on purpose: any guess at an encoding that the string does not declare.

mod pdf_doc_encoding;

/// The bytes are not text in any encoding that PDF knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextStringError;

/// Marks the beginning and the end of a language code within a text (PDF 32000-2, 7.9.2.2).
const ESCAPE: char = '\u{1b}';

/// Begins a text in UTF-8.
const UTF8_MARK: &[u8] = &[0xef, 0xbb, 0xbf];

/// The text of a text string: UTF-16 or UTF-8 by its byte order mark, else PDFDocEncoding. Language
/// codes are removed. A NUL is an error.
pub fn decode(bytes: &[u8]) -> Result<String, TextStringError> {
    decode_with_nul(bytes).and_then(without_nul)
}

/// Like [`decode`], but keeps NUL, for callers that can name the fault more precisely.
pub fn decode_with_nul(bytes: &[u8]) -> Result<String, TextStringError> {
    match bytes {
        [0xfe, 0xff, rest @ ..] => without_languages(utf16(rest, u16::from_be_bytes)?),
        // Not in the standard, but written by some programs and read by every viewer.
        [0xff, 0xfe, rest @ ..] => without_languages(utf16(rest, u16::from_le_bytes)?),
        bytes => match bytes.strip_prefix(UTF8_MARK) {
            Some(rest) => without_languages(utf8(rest)?),
            None => pdf_doc_encoding::decode(bytes),
        },
    }
}

/// The text of a name. Names should be UTF-8 (7.3.5); where one is not, it is decoded like a text
/// string, as older programs write PDFDocEncoding.
pub fn decode_name(bytes: &[u8]) -> Result<String, TextStringError> {
    match utf8(bytes) {
        Ok(text) => without_nul(text),
        Err(_) => decode(bytes),
    }
}

/// The text of the name that a field has among its siblings (`T`; PDF 32000-1, 12.7.3.2), NUL kept.
///
/// Programs that write UTF-8 without its mark are told by bytes that PDFDocEncoding leaves
/// undefined (D.2), such as those of `ß` and `í`.
pub fn decode_field_name(bytes: &[u8]) -> Result<String, TextStringError> {
    let is_undefined = |byte: &u8| matches!(byte, 0x9f | 0xad);
    match utf8(bytes) {
        Ok(text) if bytes.iter().any(is_undefined) && !bytes.starts_with(UTF8_MARK) => Ok(text),
        _ => decode_with_nul(bytes),
    }
}

fn without_nul(text: String) -> Result<String, TextStringError> {
    if text.contains('\0') {
        Err(TextStringError)
    } else {
        Ok(text)
    }
}

fn utf8(bytes: &[u8]) -> Result<String, TextStringError> {
    str::from_utf8(bytes)
        .map(str::to_owned)
        .map_err(|_| TextStringError)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, TextStringError> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(TextStringError);
    }
    char::decode_utf16(units.iter().map(|bytes| unit(*bytes)))
        .collect::<Result<_, _>>()
        .map_err(|_| TextStringError)
}

/// The text without its language codes: `ESC de ESC` or `ESC deDE ESC`. An escape that begins no
/// such code is an error, as text would be lost.
fn without_languages(text: String) -> Result<String, TextStringError> {
    if !text.contains(ESCAPE) {
        return Ok(text);
    }
    let mut plain = String::with_capacity(text.len());
    for (index, part) in text.split(ESCAPE).enumerate() {
        if index % 2 == 0 {
            plain.push_str(part);
        } else if !is_language(part) {
            return Err(TextStringError);
        }
    }
    if text.matches(ESCAPE).count().is_multiple_of(2) {
        Ok(plain)
    } else {
        Err(TextStringError)
    }
}

fn is_language(code: &str) -> bool {
    matches!(code.len(), 2..=5)
        && code
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || byte == b'-')
}

#[cfg(test)]
mod tests;
