//! Breaking a text into lines.

use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation as _};

use super::{FontFamily, Weight};

/// The lines of a text in a column.
///
/// A line ends at `\n`, else after the last space or hyphen that fits, else (an overlong word) before the first character that does
/// not fit; what a person sees as one character is never parted. Spaces at the end of a line may hang over the edge. Every
/// line is a piece of the text with its end of line and its spaces: joined they are the text again.
pub struct Lines<'family, 'text> {
    family: &'family FontFamily,
    weight: Weight,
    size: f32,
    width: f32,
    text: &'text str,
    graphemes: std::iter::Peekable<GraphemeIndices<'text>>,
    /// Where the line begins, in bytes.
    start: usize,
    /// Width of the line so far.
    filled: f32,
    /// Where the line can end, and its width up to there.
    opportunity: Option<(usize, f32)>,
    finished: bool,
}

impl<'family, 'text> Lines<'family, 'text> {
    pub(super) fn new(
        family: &'family FontFamily,
        weight: Weight,
        text: &'text str,
        size: f32,
        width: f32,
    ) -> Self {
        Self {
            family,
            weight,
            size,
            width,
            text,
            graphemes: text.grapheme_indices(true).peekable(),
            start: 0,
            filled: 0.0,
            opportunity: None,
            finished: false,
        }
    }

    /// The line up to `end`; what was already measured beyond it counts for the next one.
    fn line(&mut self, end: usize, filled: f32) -> &'text str {
        let line = &self.text[self.start..end];
        self.start = end;
        self.filled -= filled;
        self.opportunity = None;
        line
    }
}

impl<'text> Iterator for Lines<'_, 'text> {
    type Item = &'text str;

    fn next(&mut self) -> Option<&'text str> {
        while let Some(&(index, grapheme)) = self.graphemes.peek() {
            let end = index + grapheme.len();
            let is_space = grapheme.chars().all(char::is_whitespace);
            let advance = self.family.width(self.weight, grapheme, self.size);
            if !is_space && self.filled + advance > self.width && index > self.start {
                let (end, filled) = self.opportunity.unwrap_or((index, self.filled));
                return Some(self.line(end, filled));
            }
            self.graphemes.next();
            self.filled += advance;
            if grapheme.ends_with('\n') {
                return Some(self.line(end, self.filled));
            }
            if (is_space && grapheme != "\u{A0}") || matches!(grapheme, "-" | "–" | "/") {
                self.opportunity = Some((end, self.filled));
            }
        }
        if self.finished {
            return None;
        }
        self.finished = true;
        Some(self.line(self.text.len(), self.filled))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, width: f32) -> Vec<&str> {
        let family = FontFamily::embedded().unwrap();
        family.lines(Weight::Regular, text, 10.0, width).collect()
    }

    #[test]
    fn lines_break_after_words_and_at_line_ends() {
        assert_eq!(
            lines("Hochschule für Musik\n\nund Theater ", 60.0),
            ["Hochschule ", "für Musik\n", "\n", "und Theater "]
        );
    }

    #[test]
    fn an_overlong_word_breaks_between_characters() {
        let broken = lines("Donaudampfschifffahrt", 40.0);
        assert!(broken.len() > 2);
        assert_eq!(broken.concat(), "Donaudampfschifffahrt");
    }

    #[test]
    fn an_empty_text_and_a_line_end_at_the_end_give_an_empty_line() {
        assert_eq!(lines("", 50.0), [""]);
        assert_eq!(lines("a\n", 50.0), ["a\n", ""]);
    }

    #[test]
    fn a_letter_keeps_its_marks() {
        let text = "e\u{301}".repeat(40);
        assert!(lines(&text, 30.0).iter().all(|line| line.starts_with('e')));
    }

    proptest! {
        #[test]
        fn no_character_is_lost_and_every_line_fits(text in "(\\PC|[a-z ]|\n){0,300}", width in 5.0_f32..300.0) {
            let family = FontFamily::embedded().unwrap();
            let broken = lines(&text, width);
            prop_assert_eq!(broken.concat(), &text[..]);
            for line in broken {
                let shown = line.trim_end();
                let fits = family.width(Weight::Regular, shown, 10.0) <= width + 0.01;
                prop_assert!(fits || shown.graphemes(true).count() == 1, "{:?}", line);
            }
        }
    }
}
