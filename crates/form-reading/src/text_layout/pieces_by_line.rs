//! The lines on which the pieces of a text stand.

use forms::form_content::PlacedText;

/// Pieces whose bottoms differ by less than this share of their height stand on one line.
const SAME_LINE: f32 = 0.6;

/// The pieces line by line, each from left to right.
pub(crate) fn by_line(mut pieces: Vec<&PlacedText>) -> Vec<Vec<&PlacedText>> {
    pieces.sort_by(|one, other| one.baseline().total_cmp(&other.baseline()));
    let is_same = |one: &&PlacedText, other: &&PlacedText| {
        let height = one.place.height.max(other.place.height);
        other.baseline() - one.baseline() < SAME_LINE * height
    };
    let lines = pieces.chunk_by_mut(is_same);
    lines
        .map(|line| {
            line.sort_by(|one, other| one.place.left.total_cmp(&other.place.left));
            line.to_vec()
        })
        .collect()
}

/// On how many lines these pieces stand.
pub(crate) fn lines_count(pieces: &[PlacedText]) -> usize {
    by_line(pieces.iter().collect()).len()
}
