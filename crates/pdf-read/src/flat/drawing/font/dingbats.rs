//! Standard fonts of symbols, which have an encoding of their own (PDF 32000-1, Annex D.5, D.6).

use ports::PdfError;

use super::glyph_names::named_glyphs;
use crate::document::{Dictionary, Document, Object};

/// Standard fonts whose characters are symbols in an encoding of their own.
const SYMBOLS: [&[u8]; 2] = [b"ZapfDingbats", b"Symbol"];

/// The marks of ZapfDingbats that viewers put into boxes, with their bytes (Annex D.6).
const MARKS: [(u8, &[u8]); 11] = [
    (b' ', b"space"),
    (b'3', b"a19"),
    (b'4', b"a20"),
    (b'5', b"a21"),
    (b'6', b"a22"),
    (b'7', b"a23"),
    (b'8', b"a24"),
    (b'H', b"a35"),
    (b'l', b"a71"),
    (b'n', b"a73"),
    (b'u', b"a78"),
];

/// Of ZapfDingbats that names its glyphs but not their widths, at which the library gives up, the
/// bytes that do not stand for the marks which they are in its own encoding. `None` for any other
/// font.
pub(super) fn misnamed_dingbats(
    document: &dyn Document,
    font: &Dictionary,
) -> Result<Option<Vec<u8>>, PdfError> {
    let name = document.name(font, b"BaseFont")?;
    if name.as_deref() != Some(SYMBOLS[0]) || font.has(b"Widths") {
        return Ok(None);
    }
    let Object::Dictionary(encoding) = document.get(font, b"Encoding")? else {
        return Ok(None);
    };
    let (right, wrong): (Vec<_>, Vec<_>) = named_glyphs(document, &encoding)?
        .into_iter()
        .partition(|(code, name)| MARKS.contains(&(*code, &**name)));
    let is_right = |byte: &u8| right.iter().any(|(code, _)| code == byte);
    Ok(Some(match encoding.has(b"BaseEncoding") {
        true => (0..=u8::MAX).filter(|byte| !is_right(byte)).collect(),
        false => wrong.into_iter().map(|(code, _)| code).collect(),
    }))
}

pub(super) fn is_symbols(document: &dyn Document, font: &Dictionary) -> Result<bool, PdfError> {
    let name = document.name(font, b"BaseFont")?;
    Ok(name.is_some_and(|name| SYMBOLS.contains(&&*name)))
}
