//! How wide and how tall a text is.

use std::rc::Rc;

use super::face::Glyph;
use super::family::FontFamily;
use super::shaped_text::ShapedText;
use super::shaping;
use super::text_line::TextLine;
use super::weight::Weight;

/// How far the ink of a text reaches from its base line, in points; both are positive.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Extents {
    /// From the base line up to the highest ink.
    pub above: f32,
    /// From the base line down to the lowest ink.
    pub below: f32,
}

impl FontFamily {
    /// The width of a text set on one line, in points; spaces at its end count.
    pub(crate) fn width<'text>(
        &self,
        weight: Weight,
        line: impl Into<TextLine<'text>>,
        size: f32,
    ) -> f32 {
        let line = line.into();
        if let Some(shaped) = self.shaped(weight, line) {
            return shaped.advance() * size / 1000.0;
        }
        let mut advance = 0.0;
        self.each_glyph(weight, line.text, |_, _, glyph| advance += glyph.advance);
        advance * size / 1000.0
    }

    /// How far the ink of a text reaches up and down, accents and descenders included.
    pub(crate) fn extents<'text>(
        &self,
        weight: Weight,
        line: impl Into<TextLine<'text>>,
        size: f32,
    ) -> Extents {
        let line = line.into();
        let (mut top, mut bottom) = (0.0_f32, 0.0_f32);
        let mut reach = |glyph: Glyph, up: f32| {
            top = top.max(glyph.top + up);
            bottom = bottom.min(glyph.bottom + up);
        };
        match self.shaped(weight, line) {
            Some(shaped) => shaped
                .glyphs
                .iter()
                .for_each(|shaped| reach(shaped.glyph, shaped.up)),
            None => self.each_glyph(weight, line.text, |_, _, glyph| reach(glyph, 0.0)),
        }
        Extents {
            above: top * size / 1000.0,
            below: -bottom * size / 1000.0,
        }
    }

    /// The shaped line; `None` where it needs no shaping, or the family does none.
    fn shaped(&self, weight: Weight, line: TextLine<'_>) -> Option<Rc<ShapedText>> {
        let shaped = || shaping::shaped(self, weight, line);
        self.is_shaping.then(shaped).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_grows_with_size_and_weight() {
        let family = FontFamily::embedded().unwrap();
        let width = family.width(Weight::Regular, "Antrag", 10.0);
        assert!(width > 25.0 && width < 45.0, "{width}");
        assert!((family.width(Weight::Regular, "Antrag", 20.0) - 2.0 * width).abs() < 0.01);
        assert!(family.width(Weight::Bold, "Antrag", 10.0) > width);
    }

    #[test]
    fn extents_include_accents_and_descenders() {
        let family = FontFamily::embedded().unwrap();
        let plain = family.extents(Weight::Regular, "x", 10.0);
        let tall = family.extents(Weight::Regular, "Ǻg", 10.0);
        assert!(tall.above > plain.above + 3.0);
        assert!(tall.below > plain.below + 1.0);
    }
}
