//! Breaking a text into lines.

use forms::line_ends::may_end_behind;
use unicode_bidi::Level;

use super::family::FontFamily;
use super::fitting::fitting;
use super::grapheme::Graphemes;
use super::measured_text::{MEASURED_BYTES, MeasuredText};
use super::script::needs_shaping;
use super::text_line::{TextLine, level_of};
use super::weight::Weight;

/// The lines of a text in a column.
///
/// A line ends at `\n`, else after the last space that fits or where it [may end](may_end_behind)
/// without one, else (an overlong word) before the first character that does not fit. What a person
/// sees as one character is parted only where it is wider than the column, as signs are that no
/// face has. Spaces at the end of a line may hang over the edge. Shaped text ends a line after some
/// kilobytes also where it takes no room. Every line is a piece of the text with its end of line
/// and its spaces: joined they are the text again. The work grows with the text that was broken and
/// with nothing else.
pub(crate) struct Lines<'family, 'text> {
    family: &'family FontFamily,
    weight: Weight,
    size: f32,
    width: f32,
    text: &'text str,
    graphemes: Graphemes<'text>,
    /// Where the graphemes that are left begin, in bytes.
    base: usize,
    /// Whether paragraphs may run to the left.
    has_directions: bool,
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

/// A piece that is not broken: where it begins, in bytes, its text, and its width.
type Piece<'text> = (usize, &'text str, f32);

impl FontFamily {
    /// The lines of a text in a column of `width` points. See [`Lines`].
    pub(crate) fn lines<'text>(
        &self,
        weight: Weight,
        text: &'text str,
        size: f32,
        width: f32,
    ) -> Lines<'_, 'text> {
        Lines::new(self, weight, text, size, width)
    }
}

impl<'family, 'text> Lines<'family, 'text> {
    fn new(
        family: &'family FontFamily,
        weight: Weight,
        text: &'text str,
        size: f32,
        width: f32,
    ) -> Self {
        let has_directions = needs_shaping(text);
        Self {
            family,
            weight,
            size,
            width,
            text,
            graphemes: Graphemes::of(text),
            base: 0,
            has_directions,
            is_shaped: family.is_shaping && has_directions,
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
        let level = self.level;
        let mut text = &self.text[self.start..end];
        self.filled -= filled;
        self.opportunity = None;
        if self.is_shaped {
            text = self.fitting(text);
            self.restart(self.start + text.len());
        }
        self.start += text.len();
        if self.has_directions && text.ends_with('\n') {
            self.level = level_of(&self.text[self.start..]);
        }
        TextLine { text, level }
    }

    /// The line, or less of it: letters at the end of a line can be wider than within a word.
    fn fitting(&self, line: &'text str) -> &'text str {
        let level = self.level;
        fitting(line, |text| {
            let shown = TextLine { text, level }.trim_end();
            self.family.width(self.weight, shown, self.size) <= self.width
        })
    }

    /// Goes on from `start`, whatever was already measured beyond it.
    fn restart(&mut self, start: usize) {
        self.base = start;
        self.graphemes = Graphemes::of(&self.text[start..]);
        self.parted = (start, "");
        self.ahead = None;
        self.filled = 0.0;
    }
}

impl<'text> Iterator for Lines<'_, 'text> {
    type Item = TextLine<'text>;

    fn next(&mut self) -> Option<TextLine<'text>> {
        while let Some(piece) = self.ahead.take().or_else(|| self.next_piece()) {
            let (index, shown, advance) = piece;
            let end = index + shown.len();
            let is_space = shown.chars().all(char::is_whitespace);
            let is_wide = !is_space && self.filled + advance > self.width;
            let is_long = self.is_shaped && end - self.start > MEASURED_BYTES;
            if (is_wide || is_long) && index > self.start {
                let (end, filled) = self.opportunity.unwrap_or((index, self.filled));
                self.ahead = Some(piece);
                return Some(self.line(end, filled));
            }
            self.filled += advance;
            if shown.ends_with('\n') {
                return Some(self.line(end, self.filled));
            }
            if (is_space && shown != "\u{A0}") || may_end_behind(&self.text[self.start..end]) {
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
mod tests;
