//! How wide the columns of a table on continuation pages are.

use std::ops::Range;

use super::flow::COLUMN_WIDTH;
use super::planner::{LABEL_SIZE, PADDING, Planner, VALUE_SIZE};
use super::{Cell, ContinuationEntry};
use crate::column_widths::share;
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
            .map(|(needed, heading)| {
                let heading = longest_word(planner, heading, LABEL_SIZE);
                needed.max(heading).max(WIDTH_MIN)
            })
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
