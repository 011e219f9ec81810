//! A line of text and the direction of the paragraph that it belongs to.

use unicode_bidi::{Direction, Level, get_base_direction};

use super::script::needs_shaping;

/// A line as it is measured and drawn. A text taken as a line is a paragraph of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextLine<'text> {
    pub text: &'text str,
    /// The level of its paragraph (UAX 9, 3.3.1). Where this is not the first line, its own first
    /// letter does not tell in which direction it runs.
    pub level: Level,
}

impl TextLine<'_> {
    /// Without white space at the end, which hangs over the edge.
    pub(crate) fn trim_end(self) -> Self {
        let text = self.text.trim_end();
        Self { text, ..self }
    }

    /// Whether it runs to the left, or has characters that need shaping.
    pub(super) fn needs_shaping(self) -> bool {
        self.level.is_rtl() || needs_shaping(self.text)
    }
}

/// The white space between a line and the next one of these that shows anything; `None` where none
/// does.
pub(crate) fn white_space_behind<'text>(
    line: &str,
    next: impl IntoIterator<Item = &'text str>,
) -> Option<String> {
    let mut white_space = line[line.trim_end().len()..].to_owned();
    for line in next {
        let shown = line.trim_start();
        white_space.push_str(&line[..line.len() - shown.len()]);
        if !shown.is_empty() {
            return Some(white_space);
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::white_space_behind;

    #[test]
    fn white_space_behind_goes_to_the_next_line_that_shows_anything() {
        let behind = |lines: &[&str]| white_space_behind(lines[0], lines[1..].iter().copied());
        let is = |text: &str| Some(text.to_owned());
        assert_eq!(behind(&["Ein ", "Wort"]), is(" "));
        assert_eq!(behind(&["E-", "Mail"]), is(""));
        assert_eq!(behind(&["eins\n", "\n", " \n", "  zwei"]), is("\n\n \n  "));
        assert_eq!(behind(&["Ende\n", "\n"]), None);
        assert_eq!(behind(&["Ende "]), None);
    }
}
