//! One embedded font file: from characters to glyphs and their measures.

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::{FontRef, MetadataProvider as _};

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

    fn look_up(&self, character: char) -> Option<Glyph> {
        let id = self.charmap.map(character).filter(|id| id.to_u32() != 0)?;
        let bounds = self.glyphs.bounds(id).unwrap_or_default();
        Some(Glyph {
            id: u16::try_from(id.to_u32()).ok()?,
            advance: self.glyphs.advance_width(id).unwrap_or_default(),
            top: bounds.y_max,
            bottom: bounds.y_min,
        })
    }
}
