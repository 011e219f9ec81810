//! What was shown of one face, and the codes by which it is shown.

use std::collections::HashMap;

use super::face::Glyph;
use super::shaped_text::ShapedGlyph;

/// The text of a glyph whose characters belong to the glyphs beside it: a space without width.
const NO_CHARACTERS: &str = "\u{200B}";

/// The characters shown in one face. The code of a character is its place in the list, from 1: each
/// keeps a code of its own, also where two share a glyph, so that copied text is the text that was
/// shown. A glyph that is not what the face has for its one character has a code for each text that
/// it stands for.
#[derive(Default)]
pub(super) struct Subset {
    codes: HashMap<char, u16>,
    shaped_codes: HashMap<(u16, String), u16>,
    pub(super) shown: Vec<ShownGlyph>,
}

/// A glyph and what it stands for.
pub(super) struct ShownGlyph {
    pub(super) text: String,
    pub(super) glyph: Glyph,
    /// Whether it is the glyph that the face has for its one character.
    pub(super) is_nominal: bool,
}

impl Subset {
    pub(super) fn code(&mut self, character: char, glyph: Glyph) -> u16 {
        *self.codes.entry(character).or_insert_with(|| {
            self.shown.push(ShownGlyph {
                text: character.to_string(),
                glyph,
                is_nominal: true,
            });
            // No face has more characters than glyph numbers.
            u16::try_from(self.shown.len()).unwrap_or(u16::MAX)
        })
    }

    pub(super) fn shaped_code(&mut self, shaped: &ShapedGlyph) -> u16 {
        let mut characters = shaped.text.chars();
        if shaped.is_nominal
            && let Some(character) = characters.next()
        {
            return self.code(character, shaped.glyph);
        }
        let text = match shaped.text.as_str() {
            "" => NO_CHARACTERS,
            text => text,
        };
        let key = (shaped.glyph.id, text.to_owned());
        if let Some(code) = self.shaped_codes.get(&key) {
            return *code;
        }
        self.shown.push(ShownGlyph {
            text: text.to_owned(),
            glyph: shaped.glyph,
            is_nominal: false,
        });
        let code = u16::try_from(self.shown.len()).unwrap_or(u16::MAX);
        self.shaped_codes.insert(key, code);
        code
    }
}
