//! Fonts that an operator adds, for characters that no built-in face has.
//!
//! Promises: what is wrong with a font is said when it is read, before anything is filled. Fonts
//! are tried in the order of their file names, after the built-in ones; the same files give the
//! same bytes.
//!
//! They are kept for as long as the program runs, as the built-in ones are: a change of the folder
//! takes effect with a restart. Left out on purpose: PostScript outlines (CFF), whose characters
//! cannot share a glyph and be told apart by all who read the PDF; collections.

use std::path::Path;

use sha256::Sha256;
use skrifa::raw::{TableProvider as _, types::Tag};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};
use subsetter::GlyphRemapper;

use super::error::FontError;
use super::face::Face;
use super::folder::{FontFile, files};

/// What the lowest bits of `fsType` say where nobody may embed the font (OpenType, OS/2).
const RESTRICTED: u16 = 0x0002;
const USAGE_BITS: u16 = 0x000F;
const NO_SUBSETTING: u16 = 0x0100;
const BITMAPS_ONLY: u16 = 0x0200;

/// Longest name of a font; longer ones are cut (PDF 32000-1, annex C.2, allows 127 bytes for a
/// name).
const NAME_BYTES_MAX: usize = 63;

/// Fonts beside the built-in ones; none by default.
#[derive(Clone, Default)]
pub struct AddedFonts {
    pub(super) faces: Vec<&'static Face>,
    digest: Option<[u8; 32]>,
}

impl AddedFonts {
    /// The fonts in a folder, or all that is wrong with them. Files with other endings than `.ttf`
    /// and `.otf`, such as licences, are no fonts and left alone. What was read stays in memory:
    /// call it once.
    pub fn read(directory: &Path) -> Result<Self, Vec<FontError>> {
        let files = files(directory)?;
        let faults: Vec<FontError> = files
            .iter()
            .filter_map(|file| check(&file.bytes).err().map(|why| file.error(why)))
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        Self::of(files).map_err(|error| vec![error])
    }

    /// How many fonts were added.
    pub fn count(&self) -> usize {
        self.faces.len()
    }

    /// SHA-256 over the names and bytes of all files; `None` where there are none.
    pub fn digest(&self) -> Option<[u8; 32]> {
        self.digest
    }

    fn of(files: Vec<FontFile>) -> Result<Self, FontError> {
        let mut hash = Sha256::new();
        let mut faces = Vec::new();
        for file in files {
            hash.update((file.name.len() as u64).to_be_bytes());
            hash.update(&file.name);
            hash.update((file.bytes.len() as u64).to_be_bytes());
            hash.update(&file.bytes);
            let bytes: &'static [u8] = Box::leak(file.bytes.into_boxed_slice());
            let name: &'static str = Box::leak(name(bytes).into_boxed_str());
            faces.push(&*Box::leak(Box::new(Face::parse(name, bytes)?)));
        }
        let digest = (!faces.is_empty()).then(|| hash.finalize());
        Ok(Self { faces, digest })
    }
}

/// Whether a font can be used and embedded, or why not.
fn check(file: &[u8]) -> Result<(), &'static str> {
    if file.starts_with(b"ttcf") {
        return Err("it is a collection of fonts; take one font out of it");
    }
    let font = FontRef::new(file).map_err(|_| "it is no TrueType or OpenType font")?;
    if font.table_data(Tag::new(b"glyf")).is_none() {
        return Err("it has no TrueType outlines (`glyf`); take the edition that has");
    }
    check_permission(&font)?;
    if font.charmap().mappings().next().is_none() {
        return Err("it has no characters");
    }
    let count = font.maxp().map_err(|_| "it is broken")?.num_glyphs();
    let mut glyphs = GlyphRemapper::new();
    for glyph in 1..count {
        glyphs.remap(glyph);
    }
    // Each of its glyphs can come to stand in a form: what is broken is found now.
    let embedded = subsetter::subset(file, 0, &glyphs);
    embedded.map(drop).map_err(|_| "it is broken")
}

/// Whether the font's owner lets parts of it be embedded.
fn check_permission(font: &FontRef<'_>) -> Result<(), &'static str> {
    let table = font.os2();
    let table = table.map_err(|_| "it does not say whether it may be embedded (no OS/2 table)")?;
    match table.fs_type() {
        // Where an old font says more than one, the least strict counts.
        usage if usage & USAGE_BITS == RESTRICTED => Err("its fsType forbids to embed it"),
        usage if usage & NO_SUBSETTING != 0 => Err("its fsType forbids to embed parts of it"),
        usage if usage & BITMAPS_ONLY != 0 => Err("its fsType forbids to embed its outlines"),
        _ => Ok(()),
    }
}

/// The font's own name, as far as a PDF can have it without escapes.
fn name(file: &[u8]) -> String {
    let own = FontRef::new(file).ok().and_then(|font| {
        let names = font.localized_strings(StringId::POSTSCRIPT_NAME);
        names.english_or_first().map(|name| name.to_string())
    });
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
    let own = own.unwrap_or_default();
    let plain: String = own.chars().filter(is_plain).take(NAME_BYTES_MAX).collect();
    match plain.is_empty() {
        true => "AddedFont".to_owned(),
        false => plain,
    }
}

#[cfg(test)]
mod tests;
