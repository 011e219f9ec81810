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
    let said = said(document, &font)?;
    if let Some(own) = programs::compact_names(document, &descriptor)? {
        return Ok(with_compact(font, descriptor, said, own));
    }
    Ok(match said {
        Some(Said {
            base: Base::Known, ..
        }) => font,
        said => match (names_left_out(document, &descriptor, said.as_ref())?, said) {
            (Some(names), said) => {
                let differences = said.map(|said| said.differences).unwrap_or_default();
                let names = names.into_iter().chain(differences).collect();
                without_program(with_names(font, names), descriptor)
            }
            (None, _) => font,
        },
    })
}

/// What the PDF says of the bytes of a font.
struct Said {
    base: Base,
    differences: Names,
}

enum Base {
    /// One that the library knows.
    Known,
    None,
    Standard,
    /// A name that is no encoding.
    Other,
}

fn said(document: &dyn Document, font: &Dictionary) -> Result<Option<Said>, PdfError> {
    let (base, differences) = match document.get(font, b"Encoding")? {
        Object::Name(name) => (Some(name), Names::new()),
        Object::Dictionary(encoding) => {
            let named = named_glyphs(document, &encoding)?;
            let base = document.name(&encoding, b"BaseEncoding")?;
            (base, named.into_iter().collect())
        }
        _ => return Ok(None),
    };
    let base = match base.as_deref() {
        None => Base::None,
        Some(name) if ENCODINGS.contains(&name) => Base::Known,
        Some(b"StandardEncoding") => Base::Standard,
        Some(_) => Base::Other,
    };
    Ok(Some(Said { base, differences }))
}

/// A font in the Compact Font Format, whose own encoding the library takes for a map to Unicode.
fn with_compact(
    font: Dictionary,
    descriptor: Dictionary,
    said: Option<Said>,
    own: Names,
) -> Dictionary {
    match said {
        None => font,
        // Names that the lists do not have are those of symbols, which the library knows.
        Some(_) if !own.values().any(|name| character(name).is_some()) => font,
        Some(Said {
            base: Base::Known, ..
        }) => without_program(font, descriptor),
        Some(said) if !disagree(&own, &said.differences) => font,
        Some(said) => {
            let names = own.into_iter().chain(said.differences).collect();
            without_program(with_names(font, names), descriptor)
        }
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
    said: Option<&Said>,
) -> Result<Option<Names>, PdfError> {
    if descriptor.has(b"FontFile")
        && !matches!(
            said,
            Some(Said {
                base: Base::Standard,
                ..
            })
        )
    {
        return programs::type_1_names(document, descriptor);
    }
    let is_symbols = is_symbolic(document, descriptor)? && descriptor.has(b"FontFile2");
    if said.is_none() || is_symbols || descriptor.has(b"FontFile3") {
        return Ok(None);
    }
    // What another name means each viewer guesses for itself.
    let is_known = |code: &u8| {
        code.is_ascii()
            || !matches!(
                said,
                Some(Said {
                    base: Base::Other,
                    ..
                })
            )
    };
    Ok(Some(
        programs::standard_names()
            .filter(|(code, _)| is_known(code))
            .collect(),
    ))
}

/// The font with an encoding that names these glyphs and no others.
fn with_names(mut font: Dictionary, names: Names) -> Dictionary {
    let name = |code: u8| match names.get(&code) {
        Some(name) => Object::Name(name.clone()),
        None if code == b' ' => Object::Name(b"space".as_slice().into()),
        None => Object::Name(UNKNOWN_NAME.into()),
    };
    let first = [Object::Integer(0)].into_iter();
    let mut encoding = Dictionary::default();
    let differences = first.chain((0..=u8::MAX).map(name)).collect();
    encoding.set(b"Differences", Object::Array(differences));
    font.set(b"Encoding", Object::Dictionary(encoding));
    font
}

/// The font without what is embedded, so that its encoding alone counts.
fn without_program(mut font: Dictionary, descriptor: Dictionary) -> Dictionary {
    let descriptor = without(descriptor, |key| matches!(key, b"FontFile" | b"FontFile3"));
    font.set(b"FontDescriptor", Object::Dictionary(descriptor));
    font
}
