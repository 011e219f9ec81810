//! The encodings of simple fonts as the standard has them (PDF 32000-1, 9.6.6).
//!
//! The library believes the encoding inside of an embedded font more than that of the PDF, and has
//! one of its own for what an encoding leaves out. Where that makes a difference the font is given
//! to it with an encoding that names the glyph of each byte.

use std::collections::BTreeMap;

use ports::PdfError;

use super::dingbats::is_symbols;
use super::glyph_names::{character, named_glyphs};
use super::{ENCODINGS, UNKNOWN_NAME, is_symbolic, without};
use crate::document::{Dictionary, Document, Name, Object};

mod programs;

/// The names of glyphs by their bytes.
type Names = BTreeMap<u8, Name>;

/// The font with its encoding written out, where the library would read another one.
pub(super) fn with_whole_encoding(
    document: &dyn Document,
    font: Dictionary,
) -> Result<Dictionary, PdfError> {
    let kind = document.name(&font, b"Subtype")?;
    if kind.as_deref() == Some(b"Type3") || is_symbols(document, &font)? {
        return Ok(font);
    }
    let descriptor = document.dictionary(&font, b"FontDescriptor")?;
    let said = Said::of(document, &font)?;
    if let Some(own) = programs::compact_names(document, &descriptor)? {
        return Ok(with_compact(font, descriptor, said, own));
    }
    Ok(match names_left_out(document, &descriptor, said.base)? {
        Some(names) => with_names(font, descriptor, names, said.differences),
        None => font,
    })
}

/// What the PDF says of the bytes of a font.
struct Said {
    base: Base,
    differences: Names,
}

#[derive(Clone, Copy, PartialEq)]
enum Base {
    /// There is no encoding at all.
    Unsaid,
    /// An encoding that has no base.
    None,
    /// One that the library knows.
    Known,
    Standard,
    /// A name that is no encoding; what it means each viewer guesses for itself.
    Other,
}

impl Said {
    fn of(document: &dyn Document, font: &Dictionary) -> Result<Self, PdfError> {
        let (base, differences) = match document.get(font, b"Encoding")? {
            Object::Name(name) => (Some(name), Names::new()),
            Object::Dictionary(encoding) => {
                let named = named_glyphs(document, &encoding)?;
                let base = document.name(&encoding, b"BaseEncoding")?;
                (base, named.into_iter().collect())
            }
            _ => {
                return Ok(Self {
                    base: Base::Unsaid,
                    differences: Names::new(),
                });
            }
        };
        let base = match base.as_deref() {
            None => Base::None,
            Some(name) if ENCODINGS.contains(&name) => Base::Known,
            Some(b"StandardEncoding") => Base::Standard,
            Some(_) => Base::Other,
        };
        Ok(Self { base, differences })
    }
}

/// A font in the Compact Font Format, whose own encoding the library takes for a map to Unicode.
fn with_compact(font: Dictionary, descriptor: Dictionary, said: Said, own: Names) -> Dictionary {
    // Names that the list does not have are those of symbols, which the library knows.
    let has_text = own.values().any(|name| character(name).is_some());
    match said.base {
        Base::Known if has_text => without_program(font, descriptor),
        Base::None | Base::Standard | Base::Other if disagree(&own, &said.differences) => {
            with_names(font, descriptor, own, said.differences)
        }
        _ => font,
    }
}

/// Whether a byte stands for another character inside of the font than the PDF says.
fn disagree(own: &Names, differences: &Names) -> bool {
    own.iter().any(|(code, name)| {
        let said = differences.get(code).and_then(|name| character(name));
        let own = character(name);
        said.is_some() && own.is_some() && said != own
    })
}

/// What stands for the bytes that the PDF does not name: what an embedded Type 1 font says, else
/// the standard encoding. `None` where that is not to be asked.
fn names_left_out(
    document: &dyn Document,
    descriptor: &Dictionary,
    base: Base,
) -> Result<Option<Names>, PdfError> {
    if base == Base::Known {
        return Ok(None);
    }
    if descriptor.has(b"FontFile") && base != Base::Standard {
        return programs::type_1_names(document, descriptor);
    }
    let is_symbols = descriptor.has(b"FontFile2") && is_symbolic(document, descriptor)?;
    if base == Base::Unsaid || is_symbols || descriptor.has(b"FontFile3") {
        return Ok(None);
    }
    let is_known = |code: &u8| base != Base::Other || code.is_ascii();
    let names = programs::standard_names();
    Ok(Some(names.filter(|(code, _)| is_known(code)).collect()))
}

/// The font with an encoding that names these glyphs, but for what is said otherwise, and no
/// others.
fn with_names(
    mut font: Dictionary,
    descriptor: Dictionary,
    names: Names,
    otherwise: Names,
) -> Dictionary {
    let name = |code: u8| match otherwise.get(&code).or(names.get(&code)) {
        Some(name) => Object::Name(name.clone()),
        None if code == b' ' => Object::Name(b"space".as_slice().into()),
        None => Object::Name(UNKNOWN_NAME.into()),
    };
    let first = [Object::Integer(0)].into_iter();
    let mut encoding = Dictionary::default();
    let differences = first.chain((0..=u8::MAX).map(name)).collect();
    encoding.set(b"Differences", Object::Array(differences));
    font.set(b"Encoding", Object::Dictionary(encoding));
    without_program(font, descriptor)
}

/// The font without what is embedded, so that its encoding alone counts.
fn without_program(mut font: Dictionary, descriptor: Dictionary) -> Dictionary {
    let descriptor = without(descriptor, |key| matches!(key, b"FontFile" | b"FontFile3"));
    font.set(b"FontDescriptor", Object::Dictionary(descriptor));
    font
}
