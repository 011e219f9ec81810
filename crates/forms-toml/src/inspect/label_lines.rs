//! The lines of a label: of a sentence that goes on, or of the head of a narrow column.

use std::collections::HashSet;

use forms::form_content::FormField;

use super::area::PageRectangle;
use super::label_side::Side;
use super::piece::PrintedPiece;
use super::printed_label::PrintedLabel;
use super::vocabulary;

/// The most lines of a label.
const LINES_MAX: usize = 4;

/// Above a wider field each line is a label of its own, or a sentence.
const HEAD_WIDTH_MAX: f32 = 160.0;

/// How far a head may stand out of its column, and how close a word comes to its edge, in points.
const EDGE: f32 = 6.0;

/// Where the label of a field stands.
pub(super) struct Room {
    side: Side,
    /// The column that the label is the head of.
    head: Option<PageRectangle>,
}

/// The text of a label with its further lines, which are marked as used.
pub(super) fn whole_label(
    pieces: &[PrintedPiece],
    piece: usize,
    room: &Room,
    used: &mut HashSet<usize>,
) -> PrintedLabel {
    let mut lines = vec![piece];
    while lines.len() < LINES_MAX {
        let next = match room.side {
            Side::Above => neighbour(pieces, lines[0], used, |first, other| {
                room.continues(other, first)
            }),
            _ => neighbour(pieces, lines[lines.len() - 1], used, |last, other| {
                room.continues(last, other)
            }),
        };
        match next {
            None => break,
            Some(next) if room.side == Side::Above => lines.insert(0, next),
            Some(next) => lines.push(next),
        }
        used.extend(next);
    }
    let text = lines
        .into_iter()
        .fold(String::new(), |text, line| joined(text, &pieces[line].text));
    PrintedLabel {
        is_starred: text.trim_end_matches([':', ' ']).ends_with('*'),
        text: vocabulary::bare_label(&text).to_owned(),
        side: room.side,
    }
}

fn neighbour(
    pieces: &[PrintedPiece],
    line: usize,
    used: &HashSet<usize>,
    is_next: impl Fn(&PrintedPiece, &PrintedPiece) -> bool,
) -> Option<usize> {
    let mut free = (0..pieces.len()).filter(|other| *other != line && !used.contains(other));
    free.find(|other| is_next(&pieces[line], &pieces[*other]))
}

impl Room {
    /// The room for a label on this side of a field.
    pub(super) fn of(field: &FormField, side: Side) -> Self {
        let area = field.place.map(PageRectangle::from);
        let head = area.filter(|area| side == Side::Above && area.width() <= HEAD_WIDTH_MAX);
        Self { side, head }
    }

    /// Whether the second is the next line of the first: right under it, of one size, and the
    /// words go on.
    fn continues(&self, first: &PrintedPiece, next: &PrintedPiece) -> bool {
        let (upper, lower) = (first.area, next.area);
        let is_under = upper.page == lower.page
            && (-3.0..=4.0).contains(&(lower.top - upper.bottom))
            && (upper.height() - lower.height()).abs() <= 1.0;
        let goes_on = next
            .text
            .starts_with(|first: char| first.is_lowercase() || first == '(')
            || first.text.ends_with(['-', ',', '/']);
        let is_flush = (upper.left - lower.left).abs() <= 3.0;
        is_under && (is_flush && goes_on || self.is_broken(first, next))
    }

    /// Whether the second line of the head of a column begins where its first word has no room in
    /// the first line.
    fn is_broken(&self, first: &PrintedPiece, next: &PrintedPiece) -> bool {
        let Some(column) = self.head else {
            return false;
        };
        let (upper, lower) = (first.area, next.area);
        let is_inside = |line: &PageRectangle| {
            line.left >= column.left - EDGE && line.right <= column.right + EDGE
        };
        let shift = (upper.left + upper.right - lower.left - lower.right).abs() / 2.0;
        let is_in_line = shift <= 3.0 || (upper.left - lower.left).abs() <= 3.0;
        let letters = |text: &str| text.chars().count().max(1) as f32;
        let word = next.text.split(' ').next().unwrap_or_default();
        let word_width = lower.width() * letters(word) / letters(&next.text);
        let has_ended = first.text.ends_with(['.', '!', '?', ':']);
        let has_no_room = !has_ended && upper.width() + word_width > column.width() - EDGE;
        is_inside(&upper) && is_inside(&lower) && is_in_line && has_no_room
    }
}

fn joined(text: String, line: &str) -> String {
    let begins_small = line.starts_with(char::is_lowercase);
    match text.strip_suffix('-') {
        Some(begun) if begins_small => format!("{begun}{line}"),
        _ if text.is_empty() || text.ends_with('/') => text + line,
        _ => text + " " + line,
    }
}
