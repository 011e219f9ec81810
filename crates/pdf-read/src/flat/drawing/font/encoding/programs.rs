//! What embedded fonts call the glyphs of their bytes.

use memchr::memmem;
use ports::PdfError;
use read_fonts::ps::cff::CffFontRef;

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

/// The names that the readable part of a Type 1 font gives to bytes (Adobe Type 1 Font Format,
/// 2.2): `dup 97 /a put`. None where it has the standard encoding.
pub(in super::super) fn type_1_names(program: &[u8]) -> Names {
    let end = memmem::find(program, b"eexec").unwrap_or(program.len());
    let mut names = Names::new();
    let mut words = program[..end]
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty())
        .inspect(|_| step());
    while words.any(|word| word == b"dup") {
        let code = words
            .next()
            .and_then(|code| str::from_utf8(code).ok()?.parse().ok());
        let name = words.next().and_then(|name| name.strip_prefix(b"/"));
        if let (Some(code), Some(name)) = (code, name) {
            names.insert(code, Name::from(name));
        }
    }
    names
}
