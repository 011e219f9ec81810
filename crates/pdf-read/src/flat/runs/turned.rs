//! Which characters belong together that run sideways or upside down.

use forms::line_ends::{LINE_PITCH, may_go_on};

use super::{LINE_OFFSET, is_drawn_next};
use crate::flat::page_glyph::PageGlyph;

/// Whether two strings of a line that runs sideways or upside down are said to be of one field:
/// then they are read as they were drawn.
pub(super) fn goes_on_turned(one: &PageGlyph, other: &PageGlyph) -> bool {
    let apart = (other.upright.baseline - one.upright.baseline).abs();
    one.turns.is_some_and(|turns| turns > 0)
        && one.turns == other.turns
        && one.field.is_some()
        && one.field == other.field
        && is_drawn_next(one, other)
        && apart <= LINE_OFFSET * one.size.min(other.size)
}

/// The white space that is said to stand between two lines of one field that run sideways or upside
/// down, where the second one begins and the lines stand as far from each other as that takes: the
/// lines of such a field are one run, since runs are put in order as if they were upright.
pub(super) fn end_of_turned<'end>(one: &'end PageGlyph, other: &PageGlyph) -> Option<&'end str> {
    let end = one.line_end.as_deref()?;
    let is_of_field = one.field.is_some() && one.field == other.field;
    let is_next = one.turns.is_some_and(|turns| turns > 0)
        && one.turns == other.turns
        && one.string + 1 == other.string;
    let down = other.upright.baseline - one.upright.baseline;
    let lines = (down / (LINE_PITCH * one.size.max(other.size))).round();
    let is_seen = match end {
        " " => lines == 1.0,
        // One character of each is known here: letters may be one word, numbers never.
        "" => lines == 1.0 && may_go_on(&one.text, &other.text),
        _ => end.bytes().all(|byte| byte == b'\n') && lines == end.len() as f32,
    };
    (is_of_field && is_next && is_seen).then_some(end)
}
