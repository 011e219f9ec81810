//! The family: which face draws a character, how wide and how tall a text is.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use unicode_normalization::UnicodeNormalization as _;

use super::embedded::{self, BOLD, COMPLEX, FALLBACKS, REGULAR};
use super::face::{Face, Glyph};
use super::lines::Lines;
use super::script::{is_invisible, needs_shaping};
use super::shaper::LineShaper;
use super::shaping::ShapedText;
use super::text_line::TextLine;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weight {
    Regular,
    Bold,
}

/// How far the ink of a text reaches from its base line, in points; both are positive.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Extents {
    /// Upwards.
    pub above: f32,
    /// Downwards.
    pub below: f32,
}

/// An embedded font is broken. It is part of the program, so this is the program's fault.
#[derive(Debug, Clone, thiserror::Error)]
#[error("the embedded font {name} cannot be used: {reason}")]
pub struct FontError {
    name: &'static str,
    reason: String,
}

impl FontError {
    pub(super) fn new(name: &'static str, reason: impl std::fmt::Display) -> Self {
        let reason = reason.to_string();
        Self { name, reason }
    }
}

/// Noto Sans in two weights, and what it lacks: DejaVu Sans for symbols, Droid Sans Fallback for
/// Chinese, Japanese and Korean, faces of Noto for other scripts and for emoji.
pub struct FontFamily {
    pub(super) faces: &'static [Face],
    /// Of the document that is being written.
    pub(super) shaper: LineShaper,
    pub(super) is_shaping: bool,
    /// The faces of characters that are not Latin and their glyphs, by the main face.
    found: RefCell<HashMap<(usize, char), FoundGlyph>>,
}

/// A face and its glyph; none where no face has the character.
type FoundGlyph = Option<(usize, Glyph)>;

/// More text than any line of a form holds, in bytes.
const LINE_BYTES_MAX: usize = 8 << 10;

impl FontFamily {
    /// The family that is part of the program, for one document.
    pub fn embedded() -> Result<Self, FontError> {
        Ok(Self {
            faces: embedded::faces()?,
            shaper: LineShaper::default(),
            is_shaping: true,
            found: RefCell::default(),
        })
    }

    /// The same family, which draws each character by itself: what joins or stacks its letters
    /// stands there complete and in order, but is hard to read.
    pub(super) fn without_shaping(self) -> Self {
        Self {
            is_shaping: false,
            ..self
        }
    }

    /// The width of a text set on one line, in points; spaces at its end count.
    pub fn width<'text>(&self, weight: Weight, line: impl Into<TextLine<'text>>, size: f32) -> f32 {
        let line = line.into();
        if let Some(shaped) = self.shaped(weight, line) {
            return shaped.advance() * size / 1000.0;
        }
        let mut advance = 0.0;
        self.each_glyph(weight, line.text, |_, _, glyph| advance += glyph.advance);
        advance * size / 1000.0
    }

    /// How far the ink of a text reaches up and down, accents and descenders included.
    pub fn extents<'text>(
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

    /// The line as it is shaped; where nothing is, its characters alone tell its measures.
    fn shaped(&self, weight: Weight, line: TextLine<'_>) -> Option<Rc<ShapedText>> {
        let shaped = || ShapedText::of(self, weight, line);
        self.is_shaping.then(shaped).flatten()
    }

    /// Whether a text is so long that it stands on no line, and would take long to shape.
    pub fn is_beyond_a_line(&self, text: &str) -> bool {
        text.len() > LINE_BYTES_MAX && needs_shaping(text)
    }

    /// The height of a capital letter, in points.
    pub fn cap_height(&self, weight: Weight, size: f32) -> f32 {
        self.faces[main(weight)].metrics.cap_height.unwrap_or(714.0) * size / 1000.0
    }

    /// The lines of a text in a column of `width` points. See [`Lines`].
    pub fn lines<'text>(
        &self,
        weight: Weight,
        text: &'text str,
        size: f32,
        width: f32,
    ) -> Lines<'_, 'text> {
        Lines::new(self, weight, text, size, width)
    }

    /// Calls `draw` with the face, the character and the glyph for everything that is drawn of a
    /// text in which each character stands for itself, in order.
    pub(super) fn each_glyph(
        &self,
        weight: Weight,
        text: &str,
        mut draw: impl FnMut(usize, char, Glyph),
    ) {
        let composed: Cow<'_, str> = if text.is_ascii() {
            Cow::Borrowed(text)
        } else {
            Cow::Owned(text.nfc().collect())
        };
        for character in composed.chars() {
            self.draw(main(weight), character, &mut draw);
        }
    }

    fn draw(&self, main: usize, character: char, draw: &mut impl FnMut(usize, char, Glyph)) {
        if character == '\t' {
            return (0..4).for_each(|_| self.draw(main, ' ', draw));
        }
        if is_invisible(character) {
            return;
        }
        if let Some((face, glyph)) = self.found(main, character) {
            return draw(face, character, glyph);
        }
        for character in format!("[U+{:04X}]", u32::from(character)).chars() {
            if let Some(glyph) = self.faces[main].glyph(character) {
                draw(main, character, glyph);
            }
        }
    }

    /// The first face that has a character, and its glyph.
    fn found(&self, main: usize, character: char) -> FoundGlyph {
        if let Some(glyph) = self.faces[main].latin(character) {
            return Some((main, glyph));
        }
        let known = self.found.borrow().get(&(main, character)).copied();
        known.unwrap_or_else(|| {
            let mut faces = std::iter::once(main).chain(FALLBACKS).chain(COMPLEX);
            let found = faces.find_map(|face| Some((face, self.faces[face].glyph(character)?)));
            self.found.borrow_mut().insert((main, character), found);
            found
        })
    }

    /// The faces in which shaped text is looked for, the best one first.
    pub(super) fn complex_faces(&self, weight: Weight) -> impl Iterator<Item = usize> + use<> {
        COMPLEX
            .chain(std::iter::once(main(weight)))
            .chain(FALLBACKS)
    }
}

fn main(weight: Weight) -> usize {
    match weight {
        Weight::Regular => REGULAR,
        Weight::Bold => BOLD,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str) -> String {
        let mut drawn = String::new();
        let family = FontFamily::embedded().unwrap();
        family.each_glyph(Weight::Regular, text, |_, character, _| {
            drawn.push(character);
        });
        drawn
    }

    #[test]
    fn letters_of_european_languages_are_drawn_as_they_are() {
        let text = "Müller-Ćirić ß 1.234,56 € „Zitat“ Łódź Ωmega Кириллица ẞǺ😀✓";
        assert_eq!(drawn(text), text);
    }

    #[test]
    fn a_character_that_no_face_has_is_drawn_as_its_code_point() {
        assert_eq!(drawn("\u{1C50}"), "[U+1C50]");
        assert_eq!(drawn("a\u{7}"), "a[U+0007]");
    }

    #[test]
    fn marks_are_composed_and_joiners_take_no_room() {
        assert_eq!(drawn("u\u{308}"), "ü");
        assert_eq!(drawn("a\u{200D}b\u{FE0F}\n"), "ab");
    }

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
