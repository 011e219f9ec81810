//! Breaking a text into lines.

use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation as _};

use super::{FontFamily, Weight};

/// The lines of a text in a column.
///
/// A line ends at `\n`, else after the last space or hyphen that fits, else (an overlong word)
/// before the first character that does not fit. What a person sees as one character is parted only
/// where it is wider than the column, as signs are that no face has. Spaces at the end of a line
/// may hang over the edge. Every line is a piece of the text with its end of line and its spaces:
/// joined they are the text again.
pub struct Lines<'family, 'text> {
    family: &'family FontFamily,
    weight: Weight,
    size: f32,
    width: f32,
    text: &'text str,
    graphemes: GraphemeIndices<'text>,
    /// What is left of a grapheme that is wider than the column.
    parted: (usize, &'text str),
    /// Measured, but in no line yet.
    ahead: Option<Piece<'text>>,
    /// Where the line begins, in bytes.
    start: usize,
    /// Width of the line so far.
    filled: f32,
    /// Where the line can end, and its width up to there.
    opportunity: Option<(usize, f32)>,
    finished: bool,
}

/// What a line is not broken within: where it begins, in bytes, and its width.
type Piece<'text> = (usize, &'text str, f32);

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
            graphemes: text.grapheme_indices(true),
            parted: (0, ""),
            ahead: None,
            start: 0,
            filled: 0.0,
            opportunity: None,
            finished: false,
        }
    }

    fn next_piece(&mut self) -> Option<Piece<'text>> {
        let (start, rest) = self.parted;
        if let Some(character) = rest.chars().next() {
            let (piece, rest) = rest.split_at(character.len_utf8());
            self.parted = (start + piece.len(), rest);
            return Some((start, piece, self.measure(piece)));
        }
        let (start, grapheme) = self.graphemes.next()?;
        let advance = self.measure(grapheme);
        if advance > self.width && grapheme.chars().nth(1).is_some() {
            self.parted = (start, grapheme);
            return self.next_piece();
        }
        Some((start, grapheme, advance))
    }

    fn measure(&self, piece: &str) -> f32 {
        self.family.width(self.weight, piece, self.size)
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
        while let Some(piece) = self.ahead.take().or_else(|| self.next_piece()) {
            let (index, shown, advance) = piece;
            let end = index + shown.len();
            let is_space = shown.chars().all(char::is_whitespace);
            if !is_space && self.filled + advance > self.width && index > self.start {
                let (end, filled) = self.opportunity.unwrap_or((index, self.filled));
                self.ahead = Some(piece);
                return Some(self.line(end, filled));
            }
            self.filled += advance;
            if shown.ends_with('\n') {
                return Some(self.line(end, self.filled));
            }
            if (is_space && shown != "\u{A0}") || matches!(shown, "-" | "–" | "/") {
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
        fn no_character_is_lost_and_every_line_fits(
            text in "(\\PC|[a-z ]|\n){0,300}",
            width in 5.0_f32..300.0,
        ) {
            let family = FontFamily::embedded().unwrap();
            let broken = lines(&text, width);
            prop_assert_eq!(broken.concat(), &text[..]);
            for line in broken {
                let shown = line.trim_end();
                let fits = family.width(Weight::Regular, shown, 10.0) <= width + 0.01;
                prop_assert!(fits || shown.chars().count() == 1, "{:?}", line);
            }
        }
    }
}
