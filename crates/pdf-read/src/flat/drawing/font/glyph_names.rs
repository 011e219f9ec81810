//! The names of glyphs, and what they tell.

use ports::PdfError;
use read_fonts::ps::agl;

use crate::document::{Dictionary, Document, Name, Object};
use crate::limits::DIFFERENCES_MAX;
use crate::steps::step;

/// The glyphs that an encoding names, with their bytes.
pub(super) fn named_glyphs(
    document: &dyn Document,
    encoding: &Dictionary,
) -> Result<Vec<(u8, Name)>, PdfError> {
    let mut named = Vec::new();
    let mut code = 0_i64;
    let members = document.array(encoding, b"Differences")?;
    if members.len() > DIFFERENCES_MAX {
        return Err(PdfError::TooComplex(format!(
            "more than {DIFFERENCES_MAX} characters in the encoding of a font"
        )));
    }
    for member in members.iter() {
        step();
        match document.resolve(member)? {
            Object::Integer(integer) => code = integer,
            Object::Name(name) => {
                named.extend(u8::try_from(code).map(|code| (code, name)));
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    Ok(named)
}

/// Names of letters alone that the library knows beside those of the Adobe glyph list.
const KNOWN_BESIDE: [&[u8]; 6] = [
    b"Germandbls",
    b"angbracketleft",
    b"angbracketright",
    b"check",
    b"compwordmark",
    b"visiblespace",
];

/// Whether the library may know the name of a glyph: those it knows hold digits only in the lists
/// `afii` and `SF`, and no `.` or `_`, which mark variants and ligatures.
pub(super) fn is_telling(name: &[u8]) -> bool {
    let is_listed = name.starts_with(b"afii") || name.starts_with(b"SF");
    let is_usual = |byte: &u8| byte.is_ascii_alphabetic() || is_listed && byte.is_ascii_digit();
    name.iter().all(is_usual) && (character(name).is_some() || KNOWN_BESIDE.contains(&name))
}

/// The character that a glyph's name stands for in the Adobe glyph list.
pub(super) fn character(name: &[u8]) -> Option<char> {
    agl::name_to_char(std::str::from_utf8(name).ok()?)
}
