//! What embedded fonts call the glyphs of their bytes.

use memchr::memmem;
use ports::PdfError;
use read_fonts::ps::cff::CffFontRef;
use read_fonts::ps::encoding::PredefinedEncoding;

use super::Names;
use crate::document::{Dictionary, Document, Name, Object};
use crate::steps::step;

/// The names inside of a font in the Compact Font Format (Adobe technical note 5176). `None` where
/// none is embedded, or it cannot be read.
pub(super) fn compact_names(
    document: &dyn Document,
    descriptor: &Dictionary,
) -> Result<Option<Names>, PdfError> {
    let Object::Stream(entries, id) = document.get(descriptor, b"FontFile3")? else {
        return Ok(None);
    };
    if document.name(&entries, b"Subtype")?.as_deref() != Some(b"Type1C") {
        return Ok(None);
    }
    let bytes = document.stream_bytes(&entries, id)?;
    Ok(names_of(&bytes))
}

fn names_of(bytes: &[u8]) -> Option<Names> {
    let font = CffFontRef::new_cff(bytes, 0, None).ok()?;
    let (encoding, charset) = (font.encoding()?, font.charset()?);
    let name = |code: u8| {
        step();
        let glyph = encoding.map(code).filter(|glyph| glyph.to_u32() != 0)?;
        let name = font.string(charset.string_id(glyph).ok()?)?;
        Some((code, Name::from(name)))
    };
    Some((0..=u8::MAX).filter_map(name).collect())
}

/// The names that the readable part of an embedded Type 1 font gives to bytes (Adobe Type 1 Font
/// Format, 2.2): `dup 97 /a put`, or the standard encoding. `None` where it has neither.
pub(super) fn type_1_names(
    document: &dyn Document,
    descriptor: &Dictionary,
) -> Result<Option<Names>, PdfError> {
    let Object::Stream(entries, id) = document.get(descriptor, b"FontFile")? else {
        return Ok(None);
    };
    Ok(names_of_type_1(&document.stream_bytes(&entries, id)?))
}

fn names_of_type_1(program: &[u8]) -> Option<Names> {
    let end = memmem::find(program, b"eexec").unwrap_or(program.len());
    let program = &program[memmem::find(&program[..end], b"/Encoding")?..end];
    let mut words = program
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .inspect(|_| step());
    if words.clone().nth(1) == Some(b"StandardEncoding") {
        return Some(standard_names().collect());
    }
    let mut names = Names::new();
    while words.any(|word| word == b"dup") {
        let word = words.next().unwrap_or_default();
        // The name may follow without a space.
        let (code, name) = match memchr::memchr(b'/', word) {
            Some(slash) => (&word[..slash], word.get(slash + 1..)),
            None => (word, words.next().and_then(|name| name.strip_prefix(b"/"))),
        };
        let code = str::from_utf8(code).ok().and_then(|code| code.parse().ok());
        if let (Some(code), Some(name)) = (code, name) {
            names.insert(code, Name::from(name));
        }
    }
    (!names.is_empty()).then_some(names)
}

/// The standard encoding (PDF 32000-1, Annex D.2).
pub(super) fn standard_names() -> impl Iterator<Item = (u8, Name)> {
    let named = (0..=u8::MAX).map(|code| (code, PredefinedEncoding::Standard.name(code)));
    let named = named.filter(|(_, name)| *name != ".notdef");
    named.map(|(code, name)| (code, Name::from(name.as_bytes())))
}
