//! Rows beyond those of the template: one line for each, cell beside cell, under the headings of the columns.

use super::flow::{COLUMN_HEIGHT, COLUMN_WIDTH, Element};
use super::plan::{LABEL_HEIGHT, LABEL_SIZE, LINES_MAX, PADDING, Planner, VALUE_SIZE, box_height};
use super::{Cell, Entry};
use crate::font::Weight;
use crate::objects::Rectangle;
use crate::style::{self, MARGIN_SIDE};

/// The room for the row's number.
const NUMBER_WIDTH: f32 = 22.0;
/// Between cells.
const GUTTER: f32 = 6.0;
/// Between rows.
const ROW_GAP: f32 = 4.0;

/// How many of the entries from the first on are cells of one table with fields of their own; 0 where the first is none.
pub(super) fn rows(entries: &[Entry]) -> usize {
    let of = |entry: &Entry| {
        entry
            .field
            .as_ref()
            .and(entry.cell.as_ref())
            .map(|cell| cell.table.clone())
    };
    let Some(table) = entries.first().and_then(of) else {
        return 0;
    };
    entries
        .iter()
        .take_while(|entry| of(entry).as_ref() == Some(&table))
        .count()
}

/// Plans `count` cells from the entry `first` on, row by row.
pub(super) fn plan(planner: &mut Planner<'_>, first: usize, count: usize) {
    let mut has_headings = false;
    let mut next = first;
    while next < first + count {
        let row = row_of(planner.entries, next);
        let cells = (next..first + count)
            .take_while(|index| row_of(planner.entries, *index) == row)
            .count();
        has_headings = plan_row(planner, next, cells, has_headings);
        next += cells.max(1);
    }
    planner.flow.gap(ROW_GAP);
}

/// Plans one row; answers false where its cells stand below each other, as they are too long for a row.
fn plan_row(planner: &mut Planner<'_>, first: usize, count: usize, has_headings: bool) -> bool {
    let entries = planner.entries;
    let cells: Vec<(usize, &Cell)> = (first..first + count)
        .filter_map(|index| Some((index, entries.get(index)?.cell.as_ref()?)))
        .collect();
    let lines = cells
        .iter()
        .map(|(index, cell)| lines(planner, *index, cell))
        .max()
        .unwrap_or(1);
    let height = box_height(lines);
    if lines > LINES_MAX || height + LABEL_HEIGHT > COLUMN_HEIGHT {
        (first..first + count).for_each(|index| planner.entry(index));
        return false;
    }
    let is_new_page = planner
        .flow
        .ensure(height + ROW_GAP + if has_headings { 0.0 } else { LABEL_HEIGHT });
    if let Some((_, cell)) = cells.first().filter(|_| is_new_page || !has_headings) {
        headings(planner, cell);
    }
    let top = planner.flow.take(height + ROW_GAP);
    if let Some((_, cell)) = cells.first() {
        let number = (cell.row + 1).to_string();
        planner.text(
            (MARGIN_SIDE, top - VALUE_SIZE - 3.5),
            (Weight::Regular, LABEL_SIZE),
            style::quiet(),
            &number,
        );
    }
    for (index, cell) in cells {
        let (left, width) = column(cell, cell.column);
        planner.begin(index);
        planner.flow.put(Element::Field {
            area: Rectangle {
                left,
                bottom: top - height,
                right: left + width,
                top,
            },
            entry: index,
            elsewhere: None,
        });
    }
    true
}

fn headings(planner: &mut Planner<'_>, cell: &Cell) {
    let top = planner.flow.take(LABEL_HEIGHT);
    for (index, heading) in cell.headings.iter().enumerate() {
        let (left, width) = column(cell, index);
        let free = width - planner.family.width(Weight::Regular, heading, LABEL_SIZE);
        let left = if cell.is_right(index) {
            left + free.max(0.0)
        } else {
            left
        };
        planner.text(
            (left, top - LABEL_SIZE),
            (Weight::Regular, LABEL_SIZE),
            style::quiet(),
            heading,
        );
    }
}

/// The left edge and the width of a column.
fn column(cell: &Cell, index: usize) -> (f32, f32) {
    let shares: f32 = cell.shares.iter().sum();
    let gutters = cell.shares.len().saturating_sub(1) as f32 * GUTTER;
    let unit = (COLUMN_WIDTH - NUMBER_WIDTH - gutters) / shares;
    let before: f32 = cell.shares.iter().take(index).sum();
    let width = cell.shares.get(index).map_or(0.0, |share| share * unit);
    (
        MARGIN_SIDE + NUMBER_WIDTH + before * unit + index as f32 * GUTTER,
        width,
    )
}

fn lines(planner: &Planner<'_>, index: usize, cell: &Cell) -> usize {
    let (_, width) = column(cell, cell.column);
    let text = planner.entries.get(index).map_or("", |entry| &entry.text);
    planner
        .family
        .lines(Weight::Regular, text, VALUE_SIZE, width - 2.0 * PADDING)
        .take(LINES_MAX + 1)
        .count()
}

fn row_of(entries: &[Entry], index: usize) -> Option<usize> {
    Some(entries.get(index)?.cell.as_ref()?.row)
}
