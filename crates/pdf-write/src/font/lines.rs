//! Breaking a text into lines.

use std::ops::Range;

use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation as _};

use super::script::{is_ideographic, needs_shaping};
use super::shaping::ShapedText;
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

/// How much of a shaped text is measured at once: some lines.
const MEASURED_BYTES: usize = 2 << 10;

/// How wide the letters of a part of a text are beside each other.
#[derive(Default)]
struct MeasuredText {
    /// Where the part stands in the text, in bytes.
    range: Range<usize>,
    /// Where the characters of each glyph begin in the text, in order, and how wide it is in
    /// thousandths of the font size.
    advances: Vec<(usize, f32)>,
}

impl MeasuredText {
    fn of(family: &FontFamily, weight: Weight, part: &str, start: usize) -> Self {
        let range = start..start + part.len();
        let shaped = ShapedText::set(family, weight, part);
        let glyphs = shaped.glyphs.iter();
        let mut advances: Vec<(usize, f32)> = glyphs
            .map(|glyph| (start + glyph.start, glyph.advance))
            .collect();
        advances.sort_by_key(|(start, _)| *start);
        Self { range, advances }
    }

    fn advance(&self, range: Range<usize>) -> f32 {
        let first = self
            .advances
            .partition_point(|(glyph, _)| *glyph < range.start);
        let glyphs = self.advances[first..].iter();
        let within = glyphs.take_while(|(glyph, _)| *glyph < range.end);
        within.map(|(_, advance)| advance).sum()
    }
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
            self.measured = MeasuredText::of(self.family, self.weight, &part[..length], start);
        }
        self.measured.advance(start..end) * self.size / 1000.0
    }

    /// The line up to `end`; what was already measured beyond it counts for the next one.
    fn line(&mut self, end: usize, filled: f32) -> &'text str {
        if self.is_shaped {
            return self.shaped_line(end);
        }
        let line = &self.text[self.start..end];
        self.start = end;
        self.filled -= filled;
        self.opportunity = None;
        line
    }

    /// The line up to `end`, or less of it: letters at the end of a line can be wider than within a
    /// word.
    fn shaped_line(&mut self, end: usize) -> &'text str {
        let mut line = &self.text[self.start..end];
        let fits = |line: &str| {
            let shown = line.trim_end();
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

    #[test]
    fn the_first_lines_of_a_long_shaped_text_do_not_take_the_time_of_all() {
        let text = "محمد ".repeat(400_000);
        let family = FontFamily::embedded().unwrap();
        let begun = family.lines(Weight::Regular, &text, 10.0, 200.0);
        let first: Vec<&str> = begun.take(3).collect();
        assert!(first.iter().all(|line| line.starts_with("محمد ")));
        // Shaping all of it would take minutes in a build like this.
        assert!(first.concat().len() < 1_000);
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
