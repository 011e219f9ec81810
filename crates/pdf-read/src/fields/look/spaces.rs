//! Fonts that draw something for a space (PDF 32000-1, 9.6.5 and 9.6.6).

use ports::PdfError;

use crate::document::{Dictionary, Document, Object};
use crate::limits::DIFFERENCES_MAX;
use crate::steps::step;

/// The bytes that show nothing in other fonts.
const SPACES: [i64; 2] = [0, 32];

/// Glyphs that are blank.
const BLANK: [&[u8]; 3] = [b"space", b".notdef", b"nbspace"];

/// Whether a font of a look may draw something for a space: one whose characters are streams
/// (Type 3), or one that has another glyph there. What an embedded font draws is not known.
pub(super) fn are_drawn(document: &dyn Document, look: &Dictionary) -> Result<bool, PdfError> {
    let resources = document.dictionary(look, b"Resources")?;
    let fonts = document.dictionary(&resources, b"Font")?;
    for name in fonts.keys() {
        step();
        let font = document.dictionary(&fonts, name)?;
        let is_drawn = document.name(&font, b"Subtype")?.as_deref() == Some(b"Type3");
        let encoding = document.dictionary(&font, b"Encoding")?;
        if is_drawn || has_other_glyphs(document, &encoding)? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_other_glyphs(document: &dyn Document, encoding: &Dictionary) -> Result<bool, PdfError> {
    let members = document.array(encoding, b"Differences")?;
    let mut code = 0_i64;
    for member in members.iter().take(DIFFERENCES_MAX) {
        step();
        match document.resolve(member)? {
            Object::Integer(integer) => code = integer,
            Object::Name(name) if SPACES.contains(&code) && !BLANK.contains(&&*name) => {
                return Ok(true);
            }
            Object::Name(_) => code = code.saturating_add(1),
            _ => {}
        }
    }
    Ok(members.len() > DIFFERENCES_MAX)
}
