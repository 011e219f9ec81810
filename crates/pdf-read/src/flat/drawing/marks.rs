//! Marked content (PDF 32000-1, 14.6), of which only what our own writer marks matters, and what
//! others say of ligatures.

use forms::words::{FIELD_TAG, LINE_END_TAG, LINE_TAG};
use pdf_syntax::text_string;

use crate::document::Object;
use crate::document::content::{ContentOperation, SPAN_TAG};

/// Longest white space between two lines, in bytes; a longer one is ignored.
const LINE_END_MAX: usize = 1_000;

/// How many letters a ligature stands for, at most.
const LIGATURE_MAX: usize = 3;

/// The Latin letters of European languages stand before this one.
const BEHIND_LATIN: char = '\u{250}';

/// Longest name of a field, in bytes; a longer one is ignored.
const NAME_MAX: usize = 500;

/// The marked content that is open in one content stream.
#[derive(Default)]
pub(super) struct Marks {
    depth: usize,
    line: Option<OpenMark>,
    line_end: Option<OpenMark>,
    field: Option<OpenMark>,
    letters: Option<OpenMark>,
    /// The line whose end the point tells that was met last, and that white space.
    point: Option<(usize, String)>,
}

struct OpenMark {
    depth: usize,
    first_string: usize,
    text: String,
}

/// Marked content that has ended, as far as it matters.
pub(super) enum Marked {
    /// A line from this string on, and its text.
    Line(usize, String),
    /// A line from this string on, and the white space between it and the next.
    LineEnd(usize, String),
    /// The value of a field from this string on, and the name of the field.
    Field(usize, String),
    /// What may be a ligature from this string on, and its letters.
    Letters(usize, String),
}

impl Marks {
    /// Begins marked content; `shown` strings stand before it.
    pub(super) fn begin(&mut self, operation: &ContentOperation, shown: usize) {
        self.depth += 1;
        let Some((tag, text)) = tag_and_text(&operation.operands) else {
            return;
        };
        let open = match str::from_utf8(tag).unwrap_or_default() {
            LINE_TAG => &mut self.line,
            LINE_END_TAG if is_line_end(&text) => &mut self.line_end,
            FIELD_TAG if text.len() <= NAME_MAX => &mut self.field,
            SPAN_TAG if is_ligature(&text) => &mut self.letters,
            _ => return,
        };
        open.get_or_insert(OpenMark {
            depth: self.depth,
            first_string: shown,
            text,
        });
    }

    /// A marked point (14.6.1), which says how the text object behind it ends.
    pub(super) fn point(&mut self, operation: &ContentOperation, shown: usize) {
        self.point = tag_and_text(&operation.operands)
            .filter(|(tag, text)| *tag == LINE_END_TAG.as_bytes() && is_line_end(text))
            .map(|(_, text)| (shown, text));
    }

    /// Ends the text object behind a point; answers what that said.
    pub(super) fn end_of_point(&mut self) -> Option<Marked> {
        let (first, text) = self.point.take()?;
        Some(Marked::LineEnd(first, text))
    }

    /// Ends the innermost marked content; answers what it was, if it matters.
    pub(super) fn end(&mut self) -> Option<Marked> {
        let depth = self.depth;
        self.depth = self.depth.saturating_sub(1);
        let ended = |open: &mut Option<OpenMark>| open.take_if(|open| open.depth == depth);
        if let Some(line) = ended(&mut self.line) {
            return Some(Marked::Line(line.first_string, line.text));
        }
        if let Some(line) = ended(&mut self.line_end) {
            return Some(Marked::LineEnd(line.first_string, line.text));
        }
        if let Some(field) = ended(&mut self.field) {
            return Some(Marked::Field(field.first_string, field.text));
        }
        let letters = ended(&mut self.letters)?;
        Some(Marked::Letters(letters.first_string, letters.text))
    }
}

fn is_line_end(text: &str) -> bool {
    text.chars().all(is_blank) && text.len() <= LINE_END_MAX
}

/// Line ends, and white space that has a width.
fn is_blank(character: char) -> bool {
    let is_break = character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    character == '\n' || (character.is_whitespace() && !is_break)
}

/// Whether these may be the letters of a ligature.
fn is_ligature(text: &str) -> bool {
    let count = text.chars().take(LIGATURE_MAX + 1).count();
    let is_latin = |letter: char| letter < BEHIND_LATIN && letter.is_alphabetic();
    (2..=LIGATURE_MAX).contains(&count) && text.chars().all(is_latin)
}

fn tag_and_text(operands: &[Object]) -> Option<(&[u8], String)> {
    let [Object::Name(tag), Object::Dictionary(properties)] = operands else {
        return None;
    };
    let key: &[u8] = match **tag == *SPAN_TAG.as_bytes() {
        true => b"ActualText",
        false => b"Text",
    };
    match properties.get(key) {
        Object::String(bytes) => Some((tag, text_string::decode(bytes).ok()?)),
        _ => None,
    }
}
