//! Breaking a text into lines.

use unicode_bidi::Level;
use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation as _};

use super::measured_text::{MEASURED_BYTES, MeasuredText};
use super::script::{is_ideographic, needs_shaping};
use super::text_line::{TextLine, level_of};
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
    /// Where the graphemes that are left begin, in bytes.
    base: usize,
    /// Whether letters are not as wide alone as beside each other.
    is_shaped: bool,
    /// Of the paragraph, which goes on to the next `\n`.
    level: Level,
    /// The part of shaped text that is measured so far.
    measured: MeasuredText,
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
            base: 0,
            is_shaped: needs_shaping(text),
            level: TextLine::from(text).level,
            measured: MeasuredText::default(),
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
            return Some((start, piece, self.measure(start, piece)));
        }
        let (start, grapheme) = self.graphemes.next()?;
        let start = self.base + start;
        let advance = self.measure(start, grapheme);
        if advance > self.width && grapheme.chars().nth(1).is_some() {
            self.parted = (start, grapheme);
            return self.next_piece();
        }
        Some((start, grapheme, advance))
    }

    fn measure(&mut self, start: usize, piece: &str) -> f32 {
        if !self.is_shaped {
            return self.family.width(self.weight, piece, self.size);
        }
        let end = start + piece.len();
        if start < self.measured.range.start || end > self.measured.range.end {
            let part = &self.text[start..];
            let length = part.floor_char_boundary(MEASURED_BYTES.max(piece.len()));
            let part = TextLine {
                text: &part[..length],
                level: self.level,
            };
            self.measured = MeasuredText::of(self.family, self.weight, part, start);
        }
        self.measured.advance(start..end) * self.size / 1000.0
    }

    /// The line up to `end`; what was already measured beyond it counts for the next one.
    fn line(&mut self, end: usize, filled: f32) -> TextLine<'text> {
        if self.is_shaped {
            return self.shaped_line(end);
        }
        let level = self.level;
        let line = &self.text[self.start..end];
        self.start = end;
        self.filled -= filled;
        self.opportunity = None;
        TextLine { text: line, level }
    }

    /// The line up to `end`, or less of it: letters at the end of a line can be wider than within a
    /// word.
    fn shaped_line(&mut self, end: usize) -> TextLine<'text> {
        let level = self.level;
        let mut line = &self.text[self.start..end];
        let fits = |text: &str| {
            let shown = TextLine { text, level }.trim_end();
            self.family.width(self.weight, shown, self.size) <= self.width
        };
        while !fits(line) {
            let shown = line.trim_end();
            let space = shown.rfind(' ').map(|space| space + 1);
            let grapheme = shown.grapheme_indices(true).next_back();
            let character = shown.char_indices().next_back();
            let shorter = [
                space,
                grapheme.map(|(index, _)| index),
                character.map(|last| last.0),
            ];
            match shorter.into_iter().flatten().find(|shorter| *shorter > 0) {
                Some(shorter) => line = &line[..shorter],
                None => break,
            }
        }
        self.start += line.len();
        self.base = self.start;
        self.graphemes = self.text[self.start..].grapheme_indices(true);
        self.parted = (self.start, "");
        self.ahead = None;
        self.filled = 0.0;
        self.opportunity = None;
        if line.ends_with('\n') {
            self.level = level_of(&self.text[self.start..]);
        }
        TextLine { text: line, level }
    }
}

impl<'text> Iterator for Lines<'_, 'text> {
    type Item = TextLine<'text>;

    fn next(&mut self) -> Option<TextLine<'text>> {
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
            let is_opportunity = (is_space && shown != "\u{A0}")
                || matches!(shown, "-" | "–" | "/")
                || shown.chars().next().is_some_and(is_ideographic);
            if is_opportunity {
                self.opportunity = Some((end, self.filled));
            }
        }
        if self.finished {
            return None;
        }
        let line = self.line(self.text.len(), self.filled);
        self.finished = self.start == self.text.len();
        Some(line)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(text: &str, width: f32) -> Vec<&str> {
        let family = FontFamily::embedded().unwrap();
        let lines = family.lines(Weight::Regular, text, 10.0, width);
        lines.map(|line| line.text).collect()
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

    #[test]
    fn the_first_lines_of_a_long_shaped_text_do_not_take_the_time_of_all() {
        let text = "محمد ".repeat(400_000);
        let family = FontFamily::embedded().unwrap();
        let begun = family.lines(Weight::Regular, &text, 10.0, 200.0);
        let first: Vec<&str> = begun.take(3).map(|line| line.text).collect();
        assert!(first.iter().all(|line| line.starts_with("محمد ")));
        // Shaping all of it would take minutes in a build like this.
        assert!(first.concat().len() < 1_000);
    }

    #[test]
    fn the_lines_of_a_paragraph_run_in_its_direction_and_those_of_the_next_in_its_own() {
        let family = FontFamily::embedded().unwrap();
        let text = "אבג דהו Studierendenwerk זחט\nHeidelberg דהו 12\nאבג";
        let broken = family.lines(Weight::Regular, text, 10.0, 70.0);
        let levels: Vec<(&str, bool)> = broken
            .map(|line| (line.text, line.level.is_rtl()))
            .collect();
        let expected = [
            ("אבג דהו ", true),
            ("Studierenden", true),
            ("werk זחט\n", true),
            ("Heidelberg דהו ", false),
            ("12\n", false),
            ("אבג", true),
        ];
        assert_eq!(levels, expected);
    }

    #[test]
    fn ideographs_are_parted_without_a_space() {
        assert_eq!(lines("Ort 李小龙李小龙", 45.0), ["Ort 李小", "龙李小龙"]);
    }

    proptest! {
        #[test]
        fn no_character_is_lost_and_every_line_fits(
            text in "(\\PC|[a-z ]|\n){0,300}",
            width in 5.0_f32..300.0,
        ) {
            let family = FontFamily::embedded().unwrap();
            prop_assert_eq!(lines(&text, width).concat(), &text[..]);
            for line in family.lines(Weight::Regular, &text, 10.0, width) {
                let shown = line.trim_end();
                let fits = family.width(Weight::Regular, shown, 10.0) <= width + 0.01;
                prop_assert!(fits || shown.text.chars().count() == 1, "{:?}", line);
            }
        }
    }
}
