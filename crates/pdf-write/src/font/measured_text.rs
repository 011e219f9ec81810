//! How wide the letters of a long text are, measured part by part.

use std::ops::Range;

use super::family::FontFamily;
use super::shaping;
use super::text_line::TextLine;
use super::weight::Weight;

/// Bytes of a shaped text that are measured at once: some lines.
pub(super) const MEASURED_BYTES: usize = 2 << 10;

/// How wide the letters of a part of a text are beside each other.
#[derive(Default)]
pub(super) struct MeasuredText {
    /// Where the part stands in the text, in bytes.
    pub(super) range: Range<usize>,
    /// Where the characters of each glyph begin in the text, in order, and how wide it is in
    /// thousandths of the font size.
    advances: Vec<(usize, f32)>,
}

impl MeasuredText {
    pub(super) fn of(
        family: &FontFamily,
        weight: Weight,
        part: TextLine<'_>,
        start: usize,
    ) -> Self {
        let range = start..start + part.text.len();
        let shaped = shaping::set(family, weight, part);
        let glyphs = shaped.glyphs.iter();
        let mut advances: Vec<(usize, f32)> = glyphs
            .map(|glyph| (start + glyph.start, glyph.advance))
            .collect();
        advances.sort_by_key(|(start, _)| *start);
        Self { range, advances }
    }

    pub(super) fn advance(&self, range: Range<usize>) -> f32 {
        let first = self
            .advances
            .partition_point(|(glyph, _)| *glyph < range.start);
        let glyphs = self.advances[first..].iter();
        let within = glyphs.take_while(|(glyph, _)| *glyph < range.end);
        within.map(|(_, advance)| advance).sum()
    }
}
