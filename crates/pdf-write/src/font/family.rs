//! The family: which face draws a character.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use forms::codes::code;
use unicode_normalization::UnicodeNormalization as _;

use super::added::AddedFonts;
use super::embedded::{self, BOLD, COMPLEX, FALLBACKS, REGULAR};
use super::error::FontError;
use super::face::{Face, Glyph};
use super::script::{is_invisible, needs_shaping};
use super::shaper::LineShaper;
use super::weight::Weight;

/// Noto Sans in two weights, and what it lacks: DejaVu Sans for symbols, Droid Sans Fallback for
/// Chinese, Japanese and Korean, faces of Noto for other scripts and for emoji; then what an
/// operator adds.
pub(crate) struct FontFamily {
    pub(super) faces: Vec<&'static Face>,
    /// Those of the faces that an operator added.
    added: Range<usize>,
    /// Shapes the lines of the one document that this family is for.
    pub(super) shaper: LineShaper,
    pub(super) is_shaping: bool,
    /// The faces of characters that are not Latin and their glyphs, by the main face.
    found: RefCell<HashMap<(usize, char), FoundGlyph>>,
}

/// A face and its glyph; none where no face has the character.
type FoundGlyph = Option<(usize, Glyph)>;

/// The first byte of the first mark, U+0300: a text without any such byte is composed.
const MARKS: u8 = 0xCC;

/// The longest line that is shaped, in bytes: more than any line of a form holds.
const LINE_BYTES_MAX: usize = 8 << 10;

impl FontFamily {
    /// The family that is part of the program, without more.
    #[cfg(test)]
    pub(crate) fn embedded() -> Result<Self, FontError> {
        Self::with(&AddedFonts::default())
    }

    /// The family that is part of the program, with added fonts, for one document.
    pub(crate) fn with(added: &AddedFonts) -> Result<Self, FontError> {
        let embedded = embedded::faces()?;
        let faces: Vec<&Face> = embedded.iter().chain(added.faces.iter().copied()).collect();
        Ok(Self {
            added: embedded.len()..faces.len(),
            faces,
            shaper: LineShaper::default(),
            is_shaping: true,
            found: RefCell::default(),
        })
    }

    /// The same family without shaping: it draws each character by itself. Scripts that join or
    /// stack their letters are complete and in order then, but hard to read.
    pub(super) fn without_shaping(self) -> Self {
        Self {
            is_shaping: false,
            ..self
        }
    }

    /// Whether a text needs shaping and is longer than any line, so that it is not tried on one.
    pub(crate) fn is_beyond_a_line(&self, text: &str) -> bool {
        text.len() > LINE_BYTES_MAX && needs_shaping(text)
    }

    /// The height of a capital letter, in points.
    pub(crate) fn cap_height(&self, weight: Weight, size: f32) -> f32 {
        self.faces[main(weight)].metrics.cap_height.unwrap_or(714.0) * size / 1000.0
    }

    /// Calls `draw` with the face, the character and the glyph for everything that is drawn of a
    /// text in which each character stands for itself, in order.
    pub(super) fn each_glyph(
        &self,
        weight: Weight,
        text: &str,
        mut draw: impl FnMut(usize, char, Glyph),
    ) {
        let main = main(weight);
        for character in composed(text).chars() {
            match self.faces[main].latin(character) {
                Some(glyph) if is_plain(character) => draw(main, character, glyph),
                _ => self.draw(main, character, &mut draw),
            }
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
        for character in code(character).chars() {
            if let Some(glyph) = self.faces[main].glyph(character) {
                draw(main, character, glyph);
            }
        }
    }

    /// What a text in which each character stands for itself is read as, where codes are drawn for
    /// some of its characters; `None` where none is.
    pub(super) fn behind_codes(&self, weight: Weight, text: &str) -> Option<String> {
        let main = main(weight);
        let composed = composed(text);
        let is_drawn = |character| character == '\t' || self.found(main, character).is_some();
        if composed
            .chars()
            .all(|character| is_invisible(character) || is_drawn(character))
        {
            return None;
        }
        let mut behind = String::new();
        for character in composed.chars() {
            match character {
                '\t' => behind.push_str("    "),
                _ if is_invisible(character) => {}
                _ => push_behind_code(&mut behind, character),
            }
        }
        Some(behind)
    }

    /// The first face that has a character, and its glyph there.
    fn found(&self, main: usize, character: char) -> FoundGlyph {
        if let Some(glyph) = self.faces[main].latin(character) {
            return Some((main, glyph));
        }
        let known = self.found.borrow().get(&(main, character)).copied();
        known.unwrap_or_else(|| {
            let embedded = std::iter::once(main).chain(FALLBACKS).chain(COMPLEX);
            let mut faces = embedded.chain(self.added.clone());
            let found = faces.find_map(|face| Some((face, self.faces[face].glyph(character)?)));
            self.found.borrow_mut().insert((main, character), found);
            found
        })
    }

    /// The faces in which shaped text is looked for, the best one first.
    pub(super) fn complex_faces(&self, weight: Weight) -> impl Iterator<Item = usize> + use<> {
        let embedded = COMPLEX.chain(std::iter::once(main(weight)));
        embedded.chain(FALLBACKS).chain(self.added.clone())
    }
}

/// The text with its marks in one character with their letters, as far as there are such.
fn composed(text: &str) -> Cow<'_, str> {
    match text.bytes().all(|byte| byte < MARKS) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.nfc().collect()),
    }
}

/// What is read where the code of a character may be drawn: the character, but for U+FFFD, by which
/// readers say that they cannot decode one.
pub(super) fn push_behind_code(read: &mut String, character: char) {
    match character {
        char::REPLACEMENT_CHARACTER => read.push_str(&code(character)),
        _ => read.push(character),
    }
}

/// Whether a character of Latin is drawn as it is: no control and no soft hyphen.
fn is_plain(character: char) -> bool {
    character >= ' ' && character != '\u{AD}'
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
        let text = "Müller-Ćirić ß 1.234,56 € „Zitat“ Łódź Ωmega \
            Кириллица ẞǺ😀✓";
        assert_eq!(drawn(text), text);
    }

    #[test]
    fn a_character_that_no_face_has_is_drawn_as_its_code_point() {
        assert_eq!(drawn("\u{1C50}"), "[U+1C50]");
        assert_eq!(drawn("a\u{7}"), "a[U+0007]");
        assert_eq!(drawn("\u{FFFD}"), "[U+FFFD]");
    }

    #[test]
    fn behind_codes_stands_what_is_read() {
        let family = FontFamily::embedded().unwrap();
        let behind = |text| family.behind_codes(Weight::Regular, text);
        assert_eq!(behind("Müller\t[U+1C50]\n"), None);
        let read = behind("u\u{308}\t\u{1C50}\u{FFFD}\n");
        assert_eq!(read.as_deref(), Some("ü    \u{1C50}[U+FFFD]"));
    }

    #[test]
    fn marks_are_composed_and_joiners_take_no_room() {
        assert_eq!(drawn("u\u{308}"), "ü");
        assert_eq!(drawn("a\u{200D}b\u{FE0F}\n"), "ab");
    }
}
