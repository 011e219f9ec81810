//! The marks in boxes that are on.

/// What viewers and pens put into a box that is on.
const MARKS: [&str; 14] = [
    "x", "X", "✓", "✔", "✕", "✗", "✘", "☒", "☑", "●", "•", "■", "◉", "⬤",
];

/// What fonts and programs have for a box or a button that is off; the last ones are the squares of
/// ZapfDingbats, which viewers put there.
const EMPTY: [&str; 17] = [
    "☐", "□", "○", "◯", "◻", "◽", "⬜", "▢", "▫", "◦", "⚪", "❍", "❏", "❐", "❑", "❒", "⭘",
];

/// Whether a run is nothing but the sign of a box that is off.
pub(super) fn is_empty_box(text: &str) -> bool {
    EMPTY.contains(&text.trim())
}

/// Whether a run is nothing but a mark.
pub(crate) fn is_mark(text: &str) -> bool {
    MARKS.contains(&text.trim())
}

/// An option whose mark stands in one run with it: `● Fachschaft`.
pub(super) fn split_mark(text: &str) -> (bool, &str) {
    match text.trim().split_once(' ') {
        Some((mark, label)) if is_mark(mark) => (true, label.trim()),
        _ => (false, text.trim()),
    }
}
