//! The family: which face draws a character, how wide and how tall a text is.

use std::borrow::Cow;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

use super::face::{Face, Glyph};
use super::lines::Lines;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// Noto Sans in two weights, and DejaVu Sans for the symbols that it lacks.
pub struct FontFamily {
    pub(super) faces: [Face; FACES],
}

/// How many font files there are.
pub(super) const FACES: usize = 3;
const REGULAR: usize = 0;
const BOLD: usize = 1;
const FALLBACK: usize = 2;

static EMBEDDED: LazyLock<Result<FontFamily, FontError>> = LazyLock::new(FontFamily::parse);

impl FontFamily {
    /// The family that is part of the program, parsed once.
    pub fn embedded() -> Result<&'static Self, FontError> {
        EMBEDDED.as_ref().map_err(FontError::clone)
    }

    /// The width of a text set on one line, in points; spaces at its end count.
    pub fn width(&self, weight: Weight, text: &str, size: f32) -> f32 {
        let mut advance = 0.0;
        self.each_glyph(weight, text, |_, _, glyph| advance += glyph.advance);
        advance * size / 1000.0
    }

    /// How far the ink of a text reaches up and down, accents and descenders included.
    pub fn extents(&self, weight: Weight, text: &str, size: f32) -> Extents {
        let (mut top, mut bottom) = (0.0_f32, 0.0_f32);
        self.each_glyph(weight, text, |_, _, glyph| {
            top = top.max(glyph.top);
            bottom = bottom.min(glyph.bottom);
        });
        Extents {
            above: top * size / 1000.0,
            below: -bottom * size / 1000.0,
        }
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
    /// text, in order.
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
        for face in [main, FALLBACK] {
            if let Some(glyph) = self.faces[face].glyph(character) {
                return draw(face, character, glyph);
            }
        }
        for character in format!("[U+{:04X}]", u32::from(character)).chars() {
            if let Some(glyph) = self.faces[main].glyph(character) {
                draw(main, character, glyph);
            }
        }
    }

    fn parse() -> Result<Self, FontError> {
        Ok(Self {
            faces: [
                Face::parse(
                    "NotoSans-Regular",
                    include_bytes!("../../fonts/NotoSans-Regular.ttf"),
                )?,
                Face::parse(
                    "NotoSans-Bold",
                    include_bytes!("../../fonts/NotoSans-Bold.ttf"),
                )?,
                Face::parse("DejaVuSans", include_bytes!("../../fonts/DejaVuSans.ttf"))?,
            ],
        })
    }
}

fn main(weight: Weight) -> usize {
    match weight {
        Weight::Regular => REGULAR,
        Weight::Bold => BOLD,
    }
}

/// Line ends and the characters that Unicode gives no shape: joiners, variation selectors, the soft
/// hyphen, marks of direction.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\n' | '\r'
            | '\u{AD}'
            | '\u{34F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{E0100}'..='\u{E01EF}'
    )
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
        assert_eq!(drawn("中"), "[U+4E2D]");
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
