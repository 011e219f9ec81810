//! One embedded font file: from characters to glyphs and their measures.

use std::sync::OnceLock;

use harfrust::{Shaper, ShaperData};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use super::error::FontError;
use super::files::SubsetFiles;

/// Most text is Latin: these code points are looked up once.
const LATIN: u32 = 0x250;

/// A glyph and its measures, in thousandths of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glyph {
    /// Its number in the font file.
    pub(super) id: u16,
    /// The distance to the next glyph.
    pub(super) advance: f32,
    /// Highest ink above the base line.
    pub(super) top: f32,
    /// Lowest ink, negative below the base line.
    pub(super) bottom: f32,
}

/// What the font of a face is called in a document. Programs that fill a form call their own `F0`
/// and `F1`, and some do not look whether there is one.
pub(super) fn resource_name(index: usize) -> String {
    format!("Face{index}")
}

/// Appends the operator that chooses the font of a face (PDF 32000-1, 9.3.1).
pub(super) fn choose(content: &mut Vec<u8>, index: usize, size: f32) {
    content.extend_from_slice(format!("/{} {size} Tf\n", resource_name(index)).as_bytes());
}

pub(super) struct Face {
    pub(super) name: &'static str,
    pub(super) metrics: Metrics,
    charmap: Charmap<'static>,
    glyphs: GlyphMetrics<'static>,
    latin: Vec<Option<Glyph>>,
    font: FontRef<'static>,
    /// Tables for shaping, made when a text is first shaped.
    shaping: OnceLock<ShaperData>,
    /// All glyphs by their numbers, made when a text is first shaped.
    measured: OnceLock<Vec<Glyph>>,
    pub(super) subsets: SubsetFiles,
}

impl Face {
    pub(super) fn parse(name: &'static str, file: &'static [u8]) -> Result<Self, FontError> {
        let font = FontRef::new(file).map_err(|error| FontError::new(name, error))?;
        // One em is a thousand units, as in PDF's glyph space (PDF 32000-1, 9.2.4).
        let size = Size::new(1000.0);
        let charmap = font.charmap();
        let mut face = Self {
            name,
            metrics: Metrics::new(&font, size, LocationRef::default()),
            subsets: SubsetFiles::new(name, file, |character| number(&charmap, character)),
            charmap,
            glyphs: GlyphMetrics::new(&font, size, LocationRef::default()),
            latin: Vec::new(),
            font,
            shaping: OnceLock::new(),
            measured: OnceLock::new(),
        };
        face.latin = (0..LATIN)
            .map(|code| char::from_u32(code).and_then(|character| face.look_up(character)))
            .collect();
        Ok(face)
    }

    /// The glyph of a character, if the face has one.
    pub(super) fn glyph(&self, character: char) -> Option<Glyph> {
        match self.latin.get(character as usize) {
            Some(glyph) => *glyph,
            None => self.look_up(character),
        }
    }

    /// The glyph of a character below `LATIN`, if the face has it; `None` for all others.
    pub(super) fn latin(&self, character: char) -> Option<Glyph> {
        self.latin.get(character as usize).copied().flatten()
    }

    /// Whether the face has a character.
    pub(super) fn has(&self, character: char) -> bool {
        match self.latin.get(character as usize) {
            Some(glyph) => glyph.is_some(),
            None => self.number(character).is_some(),
        }
    }

    /// The number of the glyph of a character, if the face has one.
    pub(super) fn number(&self, character: char) -> Option<u16> {
        number(&self.charmap, character)
    }

    /// The measured glyph of this number; the glyph for missing characters where the font has no
    /// such number.
    pub(super) fn shaped(&self, number: u32) -> Glyph {
        let all = || {
            let numbers = 0..self.metrics.glyph_count;
            numbers.map(|number| self.measure(number)).collect()
        };
        let measured = self.measured.get_or_init(all);
        let missing = || self.measure(0);
        let glyph = usize::try_from(number)
            .ok()
            .and_then(|number| measured.get(number));
        glyph.copied().unwrap_or_else(missing)
    }

    /// What shapes texts in this face.
    pub(super) fn shaper(&'static self) -> Shaper<'static> {
        let data = self.shaping.get_or_init(|| ShaperData::new(&self.font));
        data.shaper(&self.font).build()
    }

    fn measure(&self, id: u16) -> Glyph {
        let glyph = GlyphId::from(id);
        let bounds = self.glyphs.bounds(glyph).unwrap_or_default();
        Glyph {
            id,
            advance: self.glyphs.advance_width(glyph).unwrap_or_default(),
            top: bounds.y_max,
            bottom: bounds.y_min,
        }
    }

    fn look_up(&self, character: char) -> Option<Glyph> {
        self.number(character).map(|number| self.measure(number))
    }
}

/// The number of the glyph of a character, if there is one. None is taken for U+FFFD: where it
/// stands for itself, readers say that a text cannot be decoded.
fn number(charmap: &Charmap, character: char) -> Option<u16> {
    if character == char::REPLACEMENT_CHARACTER {
        return None;
    }
    let id = charmap.map(character).filter(|id| id.to_u32() != 0)?;
    u16::try_from(id.to_u32()).ok()
}
