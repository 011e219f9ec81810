//! A text whose letters have their shapes and stand in order.

use super::face::Glyph;

/// A text as it is drawn.
pub(super) struct ShapedText {
    /// From left to right.
    pub(super) glyphs: Vec<ShapedGlyph>,
    /// The characters in the order in which they are read, those behind codes themselves.
    pub(super) text: String,
}

/// A glyph and where it stands; lengths in thousandths of the font size.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ShapedGlyph {
    pub(super) face: usize,
    pub(super) glyph: Glyph,
    /// The characters that it stands for, from left to right; empty where glyphs beside it stand
    /// for its characters too.
    pub(super) text: String,
    /// Whether it is the glyph that its face has for this one character in any context.
    pub(super) is_nominal: bool,
    /// For the first glyph of a cluster: the number of its glyphs, and its characters in the order
    /// in which they are read.
    pub(super) cluster: Option<(usize, String)>,
    /// Where its characters begin in the text, in bytes.
    pub(super) start: usize,
    /// The distance to the next glyph, without this one's own offset.
    pub(super) advance: f32,
    /// How far it is moved to the right.
    pub(super) right: f32,
    /// How far it is moved up.
    pub(super) up: f32,
}

impl ShapedText {
    /// How far the glyphs reach, in thousandths of the font size.
    pub(super) fn advance(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.advance).sum()
    }
}
