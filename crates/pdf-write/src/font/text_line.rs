//! A line of text and the direction of the paragraph that it belongs to.

use unicode_bidi::{Direction, Level, get_base_direction};

use super::script::needs_shaping;

/// A line as it is measured and drawn. A text taken as a line is a paragraph of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextLine<'text> {
    pub text: &'text str,
    /// Of the paragraph (UAX 9, 3.3.1), of which this line may be the second: its first letter does
    /// not tell in which direction it runs.
    pub level: Level,
}

impl TextLine<'_> {
    /// Spaces at the end hang over the edge.
    pub fn trim_end(self) -> Self {
        let text = self.text.trim_end();
        Self { text, ..self }
    }

    /// Whether a character does not stand for itself, or not in its turn.
    pub(super) fn needs_shaping(self) -> bool {
        self.level.is_rtl() || needs_shaping(self.text)
    }
}

/// The level of a paragraph by its first letter.
pub(super) fn level_of(paragraph: &str) -> Level {
    match get_base_direction(paragraph) {
        Direction::Rtl => Level::rtl(),
        Direction::Ltr | Direction::Mixed => Level::ltr(),
    }
}

impl<'text> From<&'text str> for TextLine<'text> {
    fn from(text: &'text str) -> Self {
        let level = match needs_shaping(text) {
            true => level_of(text),
            false => Level::ltr(),
        };
        Self { text, level }
    }
}

impl<'text> From<&'text String> for TextLine<'text> {
    fn from(text: &'text String) -> Self {
        Self::from(text.as_str())
    }
}
