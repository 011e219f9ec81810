//! Fitting a text into the box of a field: at which size and where it stands, or that it does not
//! fit.
//!
//! A text is never cut. It starts at the size that the field asks for and shrinks down to a floor
//! of 6 points; a text that does not fit even then is not put into the box. Ink, not the em square,
//! is kept inside, so that accents and descenders are whole.

use forms::line_ends::LINE_PITCH;
use unicode_bidi::Level;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::font::{FontFamily, TextLine, Weight};

/// The smallest size that people can be asked to read, in points.
const SIZE_MIN: f32 = 6.0;
/// The largest size that texts of several lines are tried at, in points.
const SIZE_MAX: f32 = 1_000.0;
/// The largest size that is chosen where the field leaves it to the writer.
const SIZE_AUTOMATIC: f32 = 12.0;
/// The same for texts of several lines.
const SIZE_AUTOMATIC_LINES: f32 = 10.0;

#[derive(Debug, Clone, Copy)]
pub(crate) struct TextBox {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// Kept free on the left and right, in points.
    pub(crate) padding: f32,
    /// Kept free at the top and bottom, in points.
    pub(crate) edge: f32,
    /// The font size that the field asks for, in points; 0 leaves it to the writer.
    pub(crate) size: f32,
    /// The field's `Q` (PDF 32000-1, 12.7.3.3): 0 left, 1 centred, 2 right.
    pub(crate) quadding: i64,
}

/// How text is divided in a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    OneLine,
    Lines,
    /// One character in each of so many cells.
    Cells(usize),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TextLayout {
    pub(crate) size: f32,
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of text and where its base line begins, in points from the lower left corner of the box.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) text: String,
    /// The bidirectional level of the paragraph that it belongs to.
    pub(crate) level: Level,
}

impl Piece {
    pub(crate) fn new<'text>(x: f32, y: f32, line: impl Into<TextLine<'text>>) -> Self {
        let line = line.into();
        Self {
            x,
            y,
            text: line.text.to_owned(),
            level: line.level,
        }
    }

    pub(crate) fn line(&self) -> TextLine<'_> {
        TextLine {
            text: &self.text,
            level: self.level,
        }
    }
}

/// Fits a text into a box; `None` where it does not fit at the smallest size.
pub(crate) fn fit(
    family: &FontFamily,
    area: TextBox,
    division: Division,
    text: &str,
) -> Option<TextLayout> {
    match division {
        Division::Lines => area.lines(family, text),
        Division::OneLine => area.one_line(family, text),
        Division::Cells(count) => area.cells(family, count, text),
    }
}

impl TextBox {
    fn inner_width(self) -> f32 {
        self.width - 2.0 * self.padding
    }

    fn inner_height(self) -> f32 {
        self.height - 2.0 * self.edge
    }

    fn first_size(self, automatic: f32) -> f32 {
        match self.size {
            0.0 => (self.inner_height() / LINE_PITCH)
                .min(automatic)
                .max(SIZE_MIN),
            size => size,
        }
    }

    fn one_line(self, family: &FontFamily, text: &str) -> Option<TextLayout> {
        if text.contains('\n') || family.is_beyond_a_line(text) {
            return None;
        }
        let first = self.first_size(SIZE_AUTOMATIC);
        let floor = first.min(SIZE_MIN);
        let width = family.width(Weight::Regular, text.trim_end(), first);
        let ink = family.extents(Weight::Regular, text, first);
        let scale = (self.inner_width() / width)
            .min(self.inner_height() / (ink.above + ink.below))
            .min(1.0);
        let size = downwards(first * scale);
        (size >= floor).then(|| TextLayout {
            size,
            pieces: vec![self.piece(family, size, text)],
        })
    }

    /// A line in the middle of the height.
    fn piece(self, family: &FontFamily, size: f32, text: &str) -> Piece {
        let ink = family.extents(Weight::Regular, text, size);
        let middle = (self.height - family.cap_height(Weight::Regular, size)) / 2.0;
        // A box lower than the ink has no right place; then the middle has to do.
        let (lowest, highest) = (self.edge + ink.below, self.height - self.edge - ink.above);
        let y = if lowest <= highest {
            middle.clamp(lowest, highest)
        } else {
            middle
        };
        let x = self.start(family, size, text);
        Piece::new(x, y, text)
    }

    fn start<'text>(self, family: &FontFamily, size: f32, line: impl Into<TextLine<'text>>) -> f32 {
        let shown = line.into().trim_end();
        let free = self.inner_width() - family.width(Weight::Regular, shown, size);
        self.padding
            + match self.quadding {
                1 => free / 2.0,
                2 => free,
                _ => 0.0,
            }
    }

    fn lines(self, family: &FontFamily, text: &str) -> Option<TextLayout> {
        // A low box is one line that may be written in smaller lines.
        if self.inner_height() < 2.0 * SIZE_MIN * LINE_PITCH {
            return self.one_line(family, text);
        }
        // No line fits that is larger than the box, whatever the template asks for.
        let largest = self.inner_height().clamp(SIZE_MIN, SIZE_MAX);
        let first = self.first_size(SIZE_AUTOMATIC_LINES).min(largest);
        let floor = first.min(SIZE_MIN);
        let mut size = self.size_of_whole_numbers(family, text, first);
        if size < floor {
            size = first;
        }
        loop {
            if let Some(fitted) = self.lines_at(family, size, text) {
                return Some(fitted);
            }
            if size <= floor {
                return None;
            }
            size = (size - 0.5).max(floor);
        }
    }

    /// The size from which on no number is broken: in two pieces it may be read as two numbers.
    fn size_of_whole_numbers(self, family: &FontFamily, text: &str, first: f32) -> f32 {
        let numbers = text.split_whitespace();
        let numbers = numbers.filter(|word| word.contains(char::is_numeric));
        let widest = numbers
            .map(|number| family.width(Weight::Regular, number, first))
            .fold(0.0, f32::max);
        downwards(first * (self.inner_width() / widest).min(1.0))
    }

    fn lines_at(self, family: &FontFamily, size: f32, text: &str) -> Option<TextLayout> {
        let step = size * LINE_PITCH;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut y = 0.0;
        for line in family.lines(Weight::Regular, text, size, self.inner_width()) {
            let shown = line.trim_end();
            let ink = family.extents(Weight::Regular, shown, size);
            y = match pieces.is_empty() {
                true => self.height - self.edge - ink.above.max(size),
                false => y - step,
            };
            if y - ink.below < self.edge {
                return None;
            }
            let x = self.start(family, size, shown);
            // A single character can be wider than the box.
            if family.width(Weight::Regular, shown, size) > self.inner_width() + 0.01 {
                return None;
            }
            pieces.push(Piece::new(x, y, line));
        }
        Some(TextLayout { size, pieces })
    }

    fn cells(self, family: &FontFamily, count: usize, text: &str) -> Option<TextLayout> {
        // What the field counts are code units, which readers and viewers agree on.
        let is_longer = text.encode_utf16().count() > count || family.is_beyond_a_line(text);
        if is_longer || text.contains('\n') {
            return None;
        }
        let characters: Vec<&str> = text.graphemes(true).collect();
        let cell = self.width / count as f32;
        let first = self.first_size(SIZE_AUTOMATIC);
        let floor = first.min(SIZE_MIN);
        let widest = characters
            .iter()
            .map(|character| family.width(Weight::Regular, *character, first))
            .fold(0.0, f32::max);
        let ink = family.extents(Weight::Regular, text, first);
        let scale = (cell / widest)
            .min(self.inner_height() / (ink.above + ink.below))
            .min(1.0);
        let size = downwards(first * scale);
        let free = count.saturating_sub(characters.len());
        let skipped = match self.quadding {
            1 => free / 2,
            2 => free,
            _ => 0,
        };
        let y = self.piece(family, size, text).y;
        let pieces = characters.iter().enumerate().map(|(index, character)| {
            let width = family.width(Weight::Regular, *character, size);
            let x = (index + skipped) as f32 * cell + (cell - width) / 2.0;
            Piece::new(x, y, *character)
        });
        (size >= floor).then(|| TextLayout {
            size,
            pieces: pieces.collect(),
        })
    }
}

/// A size in steps of a twentieth of a point, never larger.
fn downwards(size: f32) -> f32 {
    (size * 20.0 + 0.001).floor() / 20.0
}

#[cfg(test)]
mod tests;
