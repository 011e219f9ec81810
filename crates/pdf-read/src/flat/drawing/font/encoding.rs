//! The encodings of simple fonts as the standard has them (PDF 32000-1, 9.6.6).
//!
//! The library believes the encoding inside of an embedded font more than that of the PDF, and has
//! one of its own for what an encoding leaves out. Where that makes a difference the font is given
//! to it with an encoding that names the glyph of each byte.

use std::collections::BTreeMap;

use ports::PdfError;
use read_fonts::ps::encoding::PredefinedEncoding;

use super::dingbats::is_symbols;
use super::glyph_names::{character, named_glyphs};
use super::{ENCODINGS, UNKNOWN_NAME, is_symbolic, without};
use crate::document::{Dictionary, Document, Name, Object};

mod programs;

pub(super) use programs::type_1_names;

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
    let (base, differences) = match document.get(&font, b"Encoding")? {
        Object::Name(name) => (Some(name), Names::new()),
        Object::Dictionary(encoding) => {
            let named = named_glyphs(document, &encoding)?;
            let base = document.name(&encoding, b"BaseEncoding")?;
            (base, named.into_iter().collect())
        }
        _ => return Ok(font),
    };
    let base = base.filter(|base| ENCODINGS.contains(&&**base));
    let descriptor = document.dictionary(&font, b"FontDescriptor")?;
    let own = programs::compact_names(document, &descriptor)?;
    match (own, base) {
        (Some(own), base) if !disagree(&own, base.as_deref(), &differences) => Ok(font),
        (Some(_), Some(_)) => Ok(without_program(font, descriptor)),
        (Some(own), None) => {
            let names = own.into_iter().chain(differences).collect();
            Ok(without_program(with_names(font, names), descriptor))
        }
        (None, Some(_)) => Ok(font),
        (None, None) => Ok(match names_left_out(document, &descriptor)? {
            Some(names) => with_names(font, names.into_iter().chain(differences).collect()),
            None => font,
        }),
    }
}

/// Whether a byte stands for another character inside of the font than the PDF says.
fn disagree(own: &Names, base: Option<&[u8]>, differences: &Names) -> bool {
    own.iter().any(|(code, name)| {
        let said = match differences.get(code) {
            Some(name) => character(name),
            None => base.and_then(|base| of_base(base, *code)),
        };
        let own = character(name);
        said.is_some() && own.is_some() && said != own
    })
}

/// What a byte stands for in one of the standard's encodings, of those for which that is plain.
fn of_base(base: &[u8], code: u8) -> Option<char> {
    let is_latin_1 = base == ENCODINGS[0] && code > 0xa0;
    (matches!(code, b'!'..=b'~') || is_latin_1).then_some(char::from(code))
}

/// What an encoding without a base has for the bytes that it does not name: the standard encoding,
/// or, inside of an embedded font, nobody knows what. `None` where that is not to be asked.
fn names_left_out(
    document: &dyn Document,
    descriptor: &Dictionary,
) -> Result<Option<Names>, PdfError> {
    let is_symbols = is_symbolic(document, descriptor)? && descriptor.has(b"FontFile2");
    if is_symbols || descriptor.has(b"FontFile3") {
        return Ok(None);
    }
    let is_known = |code: u8| code.is_ascii() || !descriptor.has(b"FontFile");
    let name = |code: u8| {
        let name = PredefinedEncoding::Standard.name(code);
        (is_known(code) && name != ".notdef").then(|| (code, Name::from(name.as_bytes())))
    };
    Ok(Some((0..=u8::MAX).filter_map(name).collect()))
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
    let descriptor = without(descriptor, |key| key == b"FontFile3");
    font.set(b"FontDescriptor", Object::Dictionary(descriptor));
    font
}
