//! What must be known of a font before its text can be trusted (PDF 32000-1, 9.6 and 9.10).
//!
//! The library that reads fonts takes some unknown characters for others. Here they are found
//! beforehand: a character counts as known where the font maps it to Unicode, names its glyph in
//! the usual way, or has an encoding of the standard.

mod dingbats;
mod encoding;
mod glyph_names;

use memchr::memmem;
use ports::PdfError;

use self::dingbats::{is_symbols, misnamed_dingbats};
use self::encoding::with_whole_encoding;
use self::glyph_names::{is_telling, named_glyphs};
use crate::document::{Dictionary, Document, Object};

/// Encodings that the library knows by name.
const ENCODINGS: [&[u8]; 3] = [
    b"WinAnsiEncoding",
    b"MacRomanEncoding",
    b"MacExpertEncoding",
];

/// Flag of a font descriptor: its characters are not those of the standard encodings (9.8.2).
const SYMBOLIC: i64 = 1 << 2;

/// The name of a glyph that is taken for a control character, which counts as unknown.
const UNKNOWN_NAME: &[u8] = b"controlDEL";

pub(super) struct Font {
    /// As the file has it.
    pub(super) object: Object,
    /// As the library is given it.
    pub(super) plain: Object,
    /// Whether its characters are of several bytes.
    pub(super) is_composite: bool,
    /// The bytes that stand for characters which nobody knows. Always none in a composite font.
    unknown: Vec<u8>,
    /// Bytes of its map to Unicode.
    pub(super) map_bytes: usize,
}

impl Font {
    /// Looks at a font. `None` if it is none.
    pub(super) fn read(document: &dyn Document, object: Object) -> Result<Option<Self>, PdfError> {
        let Object::Dictionary(font) = document.resolve(&object)? else {
            return Ok(None);
        };
        let (font, map_bytes) = without_broken_map(document, font)?;
        let is_composite = document.name(&font, b"Subtype")?.as_deref() == Some(b"Type0");
        if is_composite {
            return Ok(Some(Self {
                plain: Object::Dictionary(with_usual_codes(document, font)?),
                object,
                is_composite,
                unknown: Vec::new(),
                map_bytes,
            }));
        }
        let misnamed = misnamed_dingbats(document, &font)?;
        let is_misnamed = misnamed.is_some();
        let font = without(font, |key| is_misnamed && key == b"Encoding");
        let font = with_whole_encoding(document, with_all_widths(document, font)?)?;
        let unknown = misnamed.map_or_else(|| unknown(document, &font), Ok)?;
        let font = without_odd_encoding(document, font)?;
        let font = with_gaps(document, font)?;
        let is_silent = !is_misnamed && unknown.len() > usize::from(u8::MAX);
        let plain = Object::Dictionary(if is_silent { with_guess(font) } else { font });
        Ok(Some(Self {
            object,
            plain,
            is_composite,
            unknown,
            map_bytes,
        }))
    }

    /// Whether every character of a string is known.
    pub(super) fn knows(&self, bytes: &[u8]) -> bool {
        self.unknown.is_empty() || !bytes.iter().any(|byte| self.unknown.contains(byte))
    }
}

/// The font without a map to Unicode that the library gives up at: what it draws is then unknown.
/// And how many bytes the map has.
fn without_broken_map(
    document: &dyn Document,
    font: Dictionary,
) -> Result<(Dictionary, usize), PdfError> {
    let mut map_bytes = 0;
    let is_broken = match document.get(&font, b"ToUnicode")? {
        Object::Null => false,
        Object::Name(name) => name != *b"Identity-H",
        Object::Stream(dictionary, id) => {
            let map = document.stream_bytes(&dictionary, id)?;
            map_bytes = map.len();
            has_empty_section(&map)
        }
        _ => true,
    };
    let font = without(font, |key| is_broken && key == b"ToUnicode");
    Ok((font, map_bytes))
}

/// Whether a section of a CMap maps nothing, though the number before it says otherwise (pdfcpu
/// writes those).
fn has_empty_section(map: &[u8]) -> bool {
    let sections = [b"beginbfchar".as_slice(), b"beginbfrange"];
    sections.iter().any(|begin| {
        memmem::find_iter(map, begin).any(|place| {
            let rest = &map[place + begin.len()..];
            rest.trim_ascii_start().starts_with(b"end")
        })
    })
}

/// A composite font whose codes have two bytes each, which the library takes for granted (9.7.5.2).
/// Of the other predefined encodings it knows none, so that their characters are unknown.
fn with_usual_codes(document: &dyn Document, font: Dictionary) -> Result<Dictionary, PdfError> {
    match document.get(&font, b"Encoding")? {
        Object::Name(name) if name != *b"Identity-H" && name != *b"Identity-V" => {
            let mut usual = without(font, |key| key == b"ToUnicode");
            usual.set(b"Encoding", Object::Name(b"Identity-H".into()));
            Ok(usual)
        }
        _ => Ok(font),
    }
}

fn without(font: Dictionary, is_left_out: impl Fn(&[u8]) -> bool) -> Dictionary {
    let mut kept = Dictionary::default();
    for (key, object) in font.entries().filter(|(key, _)| !is_left_out(key)) {
        kept.set(key, object.clone());
    }
    kept
}

/// The font without an encoding that it cannot have, so that its own one counts.
fn without_odd_encoding(document: &dyn Document, font: Dictionary) -> Result<Dictionary, PdfError> {
    let is_symbols = is_symbols(document, &font)?;
    let is_odd = match document.get(&font, b"Encoding")? {
        Object::Name(name) => is_symbols || !ENCODINGS.contains(&&*name),
        Object::Dictionary(encoding) => is_symbols && !encoding.has(b"Differences"),
        Object::Null => false,
        _ => true,
    };
    Ok(without(font, |key| is_odd && key == b"Encoding"))
}

/// An embedded font that says of some bytes alone what they are, with an encoding that makes the
/// others unknown, at which the library gives up. A space needs no glyph.
fn with_gaps(document: &dyn Document, mut font: Dictionary) -> Result<Dictionary, PdfError> {
    let kind = document.name(&font, b"Subtype")?;
    let is_of_type_1 = matches!(kind.as_deref(), Some(b"Type1" | b"MMType1"));
    let descriptor = document.dictionary(&font, b"FontDescriptor")?;
    let has_map = font.has(b"ToUnicode");
    let is_gapped = match document.get(&descriptor, b"FontFile3")? {
        Object::Stream(file, _) => {
            let format = document.name(&file, b"Subtype")?;
            is_of_type_1 && (has_map || format.as_deref() == Some(b"Type1C"))
        }
        _ => has_map && is_symbolic(document, &descriptor)? && descriptor.has(b"FontFile2"),
    };
    if is_gapped && !font.has(b"Encoding") {
        let unknown = |count: usize| {
            let name = Object::Name(UNKNOWN_NAME.into());
            std::iter::repeat_n(name, count)
        };
        let first = [Object::Integer(0)].into_iter().chain(unknown(0x20));
        let rest = [Object::Integer(0x21)].into_iter().chain(unknown(0xdf));
        let mut encoding = Dictionary::default();
        encoding.set(b"Differences", Object::Array(first.chain(rest).collect()));
        font.set(b"Encoding", Object::Dictionary(encoding));
    }
    Ok(font)
}

/// A font that tells of no character what it is, with the encoding that most of those had before
/// a program left that out.
fn with_guess(mut font: Dictionary) -> Dictionary {
    if !font.has(b"Encoding") {
        font.set(b"Encoding", Object::Name(ENCODINGS[0].into()));
    }
    font
}

/// The bytes that stand for unknown characters.
fn unknown(document: &dyn Document, font: &Dictionary) -> Result<Vec<u8>, PdfError> {
    if font.has(b"ToUnicode") || is_symbols(document, font)? {
        return Ok(Vec::new());
    }
    let descriptor = document.dictionary(font, b"FontDescriptor")?;
    let is_symbolic = is_symbolic(document, &descriptor)?;
    // Embedded fonts of these formats bring an encoding of their own, which the library reads.
    let has_own = descriptor.has(b"FontFile") || descriptor.has(b"FontFile3");
    Ok(match document.get(font, b"Encoding")? {
        Object::Name(name) if ENCODINGS.contains(&&*name) => Vec::new(),
        Object::Dictionary(encoding) => differences(document, &encoding)?,
        _ if has_own => Vec::new(),
        _ if is_symbolic && descriptor.has(b"FontFile2") => (0..=255).collect(),
        // The standard encoding, of which the library knows only the part that is ASCII.
        _ => (0x80..=0xff).collect(),
    })
}

/// The font whose last byte is that of the last width, as the library takes it for granted.
fn with_all_widths(document: &dyn Document, mut font: Dictionary) -> Result<Dictionary, PdfError> {
    let first = document.integer(&font, b"FirstChar")?.unwrap_or(0);
    let count = i64::try_from(document.array(&font, b"Widths")?.len()).unwrap_or_default();
    let last = document.integer(&font, b"LastChar")?;
    let end = first.saturating_add(count).saturating_sub(1);
    if count > 0 && last.is_some_and(|last| last != end) {
        font.set(b"LastChar", Object::Integer(end));
    }
    Ok(font)
}

fn is_symbolic(document: &dyn Document, descriptor: &Dictionary) -> Result<bool, PdfError> {
    let flags = document.integer(descriptor, b"Flags")?.unwrap_or(0);
    Ok(flags & SYMBOLIC != 0)
}

/// The bytes whose glyphs have names that say nothing, such as `g23`.
fn differences(document: &dyn Document, encoding: &Dictionary) -> Result<Vec<u8>, PdfError> {
    let named = named_glyphs(document, encoding)?.into_iter();
    let unknown = named.filter(|(_, name)| !is_telling(name));
    Ok(unknown.map(|(code, _)| code).collect())
}
