//! What must be known of a font before its text can be trusted (PDF 32000-1, 9.6 and 9.10).
//!
//! The library that reads fonts takes some unknown characters for others. Here they are found
//! beforehand: a character counts as known where the font maps it to Unicode, names its glyph in
//! the usual way, or has an encoding of the standard.

use memchr::memmem;
use ports::PdfError;

use crate::document::{Dictionary, Document, Name, Object};
use crate::limits::DIFFERENCES_MAX;
use crate::steps::step;

/// Encodings that the library knows by name.
const ENCODINGS: [&[u8]; 3] = [
    b"WinAnsiEncoding",
    b"MacRomanEncoding",
    b"MacExpertEncoding",
];

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
    let file = match document.get(&descriptor, b"FontFile3")? {
        Object::Stream(file, _) => document.name(&file, b"Subtype")?,
        _ => return Ok(font),
    };
    let is_mapped = font.has(b"ToUnicode") || file.as_deref() == Some(b"Type1C");
    if is_of_type_1 && is_mapped && !font.has(b"Encoding") {
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
    let is_symbolic = document.integer(&descriptor, b"Flags")?.unwrap_or(0) & SYMBOLIC != 0;
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

/// The bytes whose glyphs have names that say nothing, such as `g23`.
fn differences(document: &dyn Document, encoding: &Dictionary) -> Result<Vec<u8>, PdfError> {
    let named = named_glyphs(document, encoding)?.into_iter();
    let unknown = named.filter(|(_, name)| !is_telling(name));
    Ok(unknown.map(|(code, _)| code).collect())
}

/// Of ZapfDingbats that names its glyphs but not their widths, at which the library gives up, the
/// bytes that do not stand for the marks which they are in its own encoding. `None` for any other
/// font.
fn misnamed_dingbats(
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

/// The glyphs that an encoding names, with their bytes.
fn named_glyphs(
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
                code += 1;
            }
            _ => {}
        }
    }
    Ok(named)
}

/// Whether the library may know the name of a glyph: those it knows hold digits only in the lists
/// `afii` and `SF`, and no `.` or `_`, which mark variants and ligatures.
fn is_telling(name: &[u8]) -> bool {
    let is_listed = name.starts_with(b"afii") || name.starts_with(b"SF");
    name.iter()
        .all(|byte| byte.is_ascii_alphabetic() || (is_listed && byte.is_ascii_digit()))
}

fn is_symbols(document: &dyn Document, font: &Dictionary) -> Result<bool, PdfError> {
    let name = document.name(font, b"BaseFont")?;
    Ok(name.is_some_and(|name| SYMBOLS.contains(&&*name)))
}
