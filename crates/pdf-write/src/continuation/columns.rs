//! How wide the columns of a table on continuation pages are.

use std::ops::Range;

use super::flow::COLUMN_WIDTH;
use super::planner::{LABEL_SIZE, PADDING, Planner, VALUE_SIZE};
use super::{Cell, ContinuationEntry};
use crate::font::Weight;
use crate::style::MARGIN_SIDE;

/// The room for the row's number.
const NUMBER_WIDTH: f32 = 22.0;
/// The gap between cells.
const GUTTER: f32 = 6.0;
/// Narrower than this a column is not made for another one's values.
const WIDTH_MIN: f32 = 40.0;
/// Rounding must not break what just fits.
const SLACK: f32 = 0.1;

/// The widths of the columns of one table, from left to right.
pub(super) struct Columns(Vec<f32>);

impl Columns {
    /// The columns of the table whose cells are these entries: as wide as they are compared with
    /// each other, but one that is too narrow for a value that is not to be broken is given what
    /// others do not need.
    pub(super) fn of(planner: &Planner<'_>, entries: Range<usize>) -> Self {
        let entries = planner.entries.get(entries).unwrap_or_default();
        let cells = || {
            entries
                .iter()
                .filter_map(|entry| Some((entry, entry.cell.as_ref()?)))
        };
        let Some((_, first)) = cells().next() else {
            return Self(Vec::new());
        };
        let mut widths = by_shares(first);
        let mut needed = vec![0.0_f32; widths.len()];
        for (entry, cell) in cells() {
            if let Some(needed) = needed.get_mut(cell.column) {
                *needed = needed.max(unbroken_width(planner, entry, cell));
            }
        }
        let kept: Vec<f32> = needed
            .iter()
            .zip(&first.headings)
            .map(|(needed, heading)| needed.max(longest_word(planner, heading, LABEL_SIZE)))
            .collect();
        share(&mut widths, &needed, &kept);
        Self(widths)
    }

    /// The left edge and the width of a column.
    pub(super) fn place(&self, index: usize) -> (f32, f32) {
        let before: f32 = self.0.iter().take(index).map(|width| width + GUTTER).sum();
        let width = self.0.get(index).copied().unwrap_or_default();
        (MARGIN_SIDE + NUMBER_WIDTH + before, width)
    }
}

fn by_shares(cell: &Cell) -> Vec<f32> {
    let shares: f32 = cell.shares.iter().sum();
    let gutters = cell.shares.len().saturating_sub(1) as f32 * GUTTER;
    let unit = (COLUMN_WIDTH - NUMBER_WIDTH - gutters) / shares;
    cell.shares.iter().map(|share| share * unit).collect()
}

/// The width of what a line of a cell has to hold: a number as a whole, the longest word of another
/// value.
fn unbroken_width(planner: &Planner<'_>, entry: &ContinuationEntry, cell: &Cell) -> f32 {
    let widest = if cell.is_right(cell.column) {
        let text = entry.text.trim();
        planner.family.width(Weight::Regular, text, VALUE_SIZE)
    } else {
        longest_word(planner, &entry.text, VALUE_SIZE)
    };
    widest + 2.0 * PADDING + SLACK
}

fn longest_word(planner: &Planner<'_>, text: &str, size: f32) -> f32 {
    let words = text.split_whitespace();
    let widths = words.map(|word| planner.family.width(Weight::Regular, word, size));
    widths.fold(0.0, f32::max)
}

/// Widens the columns that are narrower than they need to be, those first that lack least, at the
/// cost of what others have beyond `kept`; one that lacks more than these have stays as it is.
fn share(widths: &mut [f32], needed: &[f32], kept: &[f32]) {
    let lacking = |widths: &[f32], index: usize| needed[index] - widths[index];
    let mut narrow: Vec<usize> = (0..widths.len())
        .filter(|index| lacking(widths, *index) > 0.0)
        .collect();
    narrow.sort_by(|one, other| lacking(widths, *one).total_cmp(&lacking(widths, *other)));
    for index in narrow {
        let lacks = lacking(widths, index);
        let spares: Vec<f32> = widths
            .iter()
            .zip(kept)
            .map(|(width, kept)| (width - kept.max(WIDTH_MIN)).max(0.0))
            .collect();
        let all: f32 = spares.iter().sum();
        if all < lacks {
            continue;
        }
        for (width, spare) in widths.iter_mut().zip(spares) {
            *width -= spare / all * lacks;
        }
        widths[index] += lacks;
    }
}

#[cfg(test)]
mod tests {
    use super::{WIDTH_MIN, share};

    fn shared<const COUNT: usize>(mut widths: [f32; COUNT], needed: [f32; COUNT]) -> [f32; COUNT] {
        share(&mut widths, &needed, &needed);
        widths
    }

    #[test]
    fn a_column_takes_what_others_have_to_spare() {
        assert_eq!(shared([120.0, 40.0], [60.0, 70.0]), [90.0, 70.0]);
        assert_eq!(
            shared([120.0, 80.0, 50.0], [0.0, 0.0, 80.0]),
            [100.0, 70.0, 80.0]
        );
        assert_eq!(shared([120.0, 40.0], [60.0, 40.0]), [120.0, 40.0]);
    }

    #[test]
    fn one_that_does_not_lack_keeps_the_room_for_its_heading() {
        let mut widths = [100.0, 40.0];
        share(&mut widths, &[0.0, 60.0], &[85.0, 60.0]);
        assert_eq!(widths, [100.0, 40.0]);
        share(&mut widths, &[0.0, 60.0], &[80.0, 60.0]);
        assert_eq!(widths, [80.0, 60.0]);
    }

    #[test]
    fn none_is_made_narrower_than_it_needs_to_be() {
        assert_eq!(shared([60.0, 40.0], [0.0, 60.0]), [WIDTH_MIN, 60.0]);
        assert_eq!(shared([60.0, 40.0], [0.0, 61.0]), [60.0, 40.0]);
        // The one that lacks least comes first, and the other goes without.
        assert_eq!(
            shared([70.0, 40.0, 40.0], [0.0, 90.0, 60.0]),
            [50.0, 40.0, 60.0]
        );
    }
}
