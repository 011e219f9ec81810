//! One embedded font file: from characters to glyphs and their measures.

use std::sync::OnceLock;

use harfrust::{Shaper, ShaperData};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

use super::FontError;

/// Most text is Latin: these code points are looked up once.
const LATIN: u32 = 0x250;

/// A glyph and its measures, in thousandths of the font size.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Glyph {
    /// Its number in the font file.
    pub(super) id: u16,
    /// How far the next glyph stands.
    pub(super) advance: f32,
    /// Highest ink above the base line.
    pub(super) top: f32,
    /// Lowest ink, negative below the base line.
    pub(super) bottom: f32,
}

pub(super) struct Face {
    pub(super) name: &'static str,
    pub(super) file: &'static [u8],
    pub(super) metrics: Metrics,
    charmap: Charmap<'static>,
    glyphs: GlyphMetrics<'static>,
    latin: Vec<Option<Glyph>>,
    font: FontRef<'static>,
    /// What shaping looks up, made when a text is first shaped.
    shaping: OnceLock<ShaperData>,
}

impl Face {
    pub(super) fn parse(name: &'static str, file: &'static [u8]) -> Result<Self, FontError> {
        let font = FontRef::new(file).map_err(|error| FontError::new(name, error))?;
        // One em is a thousand units, as in PDF's glyph space (PDF 32000-1, 9.2.4).
        let size = Size::new(1000.0);
        let mut face = Self {
            name,
            file,
            metrics: Metrics::new(&font, size, LocationRef::default()),
            charmap: font.charmap(),
            glyphs: GlyphMetrics::new(&font, size, LocationRef::default()),
            latin: Vec::new(),
            font,
            shaping: OnceLock::new(),
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

    /// A glyph of the face with its measures.
    pub(super) fn measured(&self, id: u16) -> Glyph {
        let glyph = GlyphId::from(id);
        let bounds = self.glyphs.bounds(glyph).unwrap_or_default();
        Glyph {
            id,
            advance: self.glyphs.advance_width(glyph).unwrap_or_default(),
            top: bounds.y_max,
            bottom: bounds.y_min,
        }
    }

    /// What shapes texts in this face, and what its lengths are multiplied with to be in
    /// thousandths of the font size.
    pub(super) fn shaper(&self) -> (Shaper<'_>, f32) {
        let data = self.shaping.get_or_init(|| ShaperData::new(&self.font));
        let shaper = data.shaper(&self.font).build();
        let scale = 1000.0 / shaper.units_per_em() as f32;
        (shaper, scale)
    }

    fn look_up(&self, character: char) -> Option<Glyph> {
        let id = self.charmap.map(character).filter(|id| id.to_u32() != 0)?;
        Some(self.measured(u16::try_from(id.to_u32()).ok()?))
    }
}
