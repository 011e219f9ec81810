//! Rows beyond those of the template: one line for each, cell beside cell, under the headings of
//! the columns.

use std::ops::Range;

use pdf_syntax::Rectangle;

use super::columns::Columns;
use super::flow::{COLUMN_HEIGHT, Element, PlannedField};
use super::planner::{
    LABEL_HEIGHT, LABEL_SIZE, LINES_MAX, PADDING, Planner, VALUE_SIZE, box_height,
};
use super::{Cell, ContinuationEntry};
use crate::font::Weight;
use crate::style::{self, MARGIN_SIDE};

/// The gap between rows.
const ROW_GAP: f32 = 4.0;

/// How many entries, from the first on, are cells of one table with fields to be made; 0 where the
/// first is not.
pub(super) fn rows(entries: &[ContinuationEntry]) -> usize {
    let of = |entry: &ContinuationEntry| {
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
    let columns = Columns::of(planner, first..first + count);
    let mut has_headings = false;
    let mut next = first;
    while next < first + count {
        let row = row_of(planner.entries, next);
        let cells = (next..first + count)
            .take_while(|index| row_of(planner.entries, *index) == row)
            .count();
        has_headings = plan_row(planner, &columns, next..next + cells, has_headings);
        next += cells.max(1);
    }
    planner.flow.gap(ROW_GAP);
}

/// Plans one row; answers false where its cells stand below each other, as they are too long for a
/// row.
fn plan_row(
    planner: &mut Planner<'_>,
    columns: &Columns,
    row: Range<usize>,
    has_headings: bool,
) -> bool {
    let entries = planner.entries;
    let cells: Vec<(usize, &Cell)> = row
        .clone()
        .filter_map(|index| Some((index, entries.get(index)?.cell.as_ref()?)))
        .collect();
    let lines = cells
        .iter()
        .map(|(index, cell)| lines(planner, columns, *index, cell))
        .max()
        .unwrap_or(1);
    let height = box_height(lines);
    let Some((_, first_cell)) = cells.first() else {
        return has_headings;
    };
    let headings_height = headings_height(planner, columns, first_cell);
    if lines > LINES_MAX || height + headings_height > COLUMN_HEIGHT {
        row.for_each(|index| planner.entry(index));
        return false;
    }
    let is_new_page = planner
        .flow
        .ensure(height + ROW_GAP + if has_headings { 0.0 } else { headings_height });
    if is_new_page || !has_headings {
        headings(planner, columns, first_cell);
    }
    let top = planner.flow.take(height + ROW_GAP);
    let number = (first_cell.row + 1).to_string();
    planner.text(
        (MARGIN_SIDE, top - VALUE_SIZE - 3.5),
        (Weight::Regular, LABEL_SIZE),
        style::quiet(),
        &number,
    );
    for (index, cell) in cells {
        let (left, width) = columns.place(cell.column);
        planner.begin(index);
        planner.flow.put(Element::Field(PlannedField {
            area: Rectangle {
                left,
                bottom: top - height,
                right: left + width,
                top,
            },
            entry: index,
            elsewhere: None,
        }));
    }
    true
}

/// The headings of all columns; those of fewer lines stand at the bottom.
fn headings(planner: &mut Planner<'_>, columns: &Columns, cell: &Cell) {
    let height = headings_height(planner, columns, cell);
    let bottom = planner.flow.take(height) - height;
    for (index, heading) in cell.headings.iter().enumerate() {
        let (left, width) = columns.place(index);
        let lines = planner.broken(Weight::Regular, LABEL_SIZE, heading, width);
        for (line, above) in lines.iter().rev().zip(1_u8..) {
            let line = line.trim_end();
            let free = width - planner.family.width(Weight::Regular, line, LABEL_SIZE);
            let left = match cell.is_right(index) {
                true => left + free.max(0.0),
                false => left,
            };
            let base = bottom + f32::from(above) * LABEL_HEIGHT - LABEL_SIZE;
            let font = (Weight::Regular, LABEL_SIZE);
            planner.text((left, base), font, style::quiet(), line);
        }
    }
}

fn headings_height(planner: &Planner<'_>, columns: &Columns, cell: &Cell) -> f32 {
    let lines = |(index, heading): (usize, &String)| {
        let (_, width) = columns.place(index);
        planner
            .broken(Weight::Regular, LABEL_SIZE, heading, width)
            .len()
    };
    let lines = cell.headings.iter().enumerate().map(lines).max();
    lines.unwrap_or(0) as f32 * LABEL_HEIGHT
}

/// The lines that a cell takes; more than any page has where one is wider than the cell.
fn lines(planner: &Planner<'_>, columns: &Columns, index: usize, cell: &Cell) -> usize {
    let (_, width) = columns.place(cell.column);
    let room = width - 2.0 * PADDING;
    let text = planner.entries.get(index).map_or("", |entry| &entry.text);
    let mut count = 0;
    for line in planner
        .family
        .lines(Weight::Regular, text, VALUE_SIZE, room)
        .take(LINES_MAX + 1)
    {
        let taken = planner
            .family
            .width(Weight::Regular, line.trim_end(), VALUE_SIZE);
        if taken > room + 0.01 {
            return LINES_MAX + 1;
        }
        count += 1;
    }
    count
}

fn row_of(entries: &[ContinuationEntry], index: usize) -> Option<usize> {
    Some(entries.get(index)?.cell.as_ref()?.row)
}
