//! Rows of a table whose values stand in its cells: what is printed for them under the headings
//! is no row. Below the last one another version of the form may print anything.

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, PagePlace};
use forms::form_type::{FieldRef, FormType, Table};

use super::line::Line;
use super::own_places::PlacedForm;
use super::row::number_of_line;

/// The rows of a table with cells on some pages. The default knows none.
#[derive(Default)]
pub(super) struct RowsInCells {
    pages: HashSet<usize>,
    /// Their indices; `None` for all rows on these pages.
    rows: Option<HashSet<usize>>,
    /// The places of the cells of each row, where the rows are those of a file.
    cells: HashMap<usize, Vec<PagePlace>>,
}

impl RowsInCells {
    /// Those of the blank form, on pages that lie in a known way in a file.
    pub(super) fn of_blank(form_type: &FormType, table: &Table, form: PlacedForm<'_>) -> Self {
        let mut pages = pages(form_type, table, form.blank.fields);
        pages.retain(|page| form.own.transform(*page).is_some());
        Self {
            pages,
            ..Self::default()
        }
    }

    /// Those that the fields of a file are.
    pub(super) fn of_file(form_type: &FormType, table: &Table, fields: &[FormField]) -> Self {
        let mut cells: HashMap<usize, Vec<PagePlace>> = HashMap::new();
        for field in fields {
            if let Some(row) = row_of(form_type, table, field) {
                let places = field.widgets.iter().map(|widget| widget.place);
                cells.entry(row).or_default().extend(places);
            }
        }
        Self {
            rows: Some(cells.keys().copied().collect()),
            pages: pages(form_type, table, fields),
            cells,
        }
    }

    /// Whether a line stands beside the cells of the row with this number, from 1.
    pub(super) fn are_beside(&self, number: usize, line: &Line<'_>) -> bool {
        let middle = (line.top() + line.bottom()) / 2.0;
        let is_beside = |cell: &PagePlace| {
            cell.page == line.page && (cell.top..=cell.top + cell.height).contains(&middle)
        };
        let row = number.checked_sub(1);
        let cells = row.and_then(|row| self.cells.get(&row));
        cells.is_some_and(|cells| cells.iter().any(is_beside))
    }

    pub(super) fn stand_on(&self, page: usize) -> bool {
        self.pages.contains(&page)
    }

    /// Whether no row is read under headings on this page.
    pub(super) fn are_all_on(&self, page: usize) -> bool {
        self.rows.is_none() && self.pages.contains(&page)
    }

    /// The lines under headings that belong to other rows. A line without a number goes on with the
    /// row above; without one above it belongs to none on the pages of these.
    pub(super) fn left_out_of<'line, 'text: 'line>(
        &self,
        page: usize,
        headings: &[f32],
        lines: impl Iterator<Item = &'line Line<'text>>,
    ) -> impl Iterator<Item = &'line Line<'text>> {
        let rows = self.rows.as_ref().filter(|_| self.stand_on(page));
        let mut is_other = rows.is_none();
        lines.filter(move |line| {
            if let (Some(rows), Some(number)) = (rows, number_of_line(headings, line)) {
                is_other = !rows.contains(&number.saturating_sub(1));
            }
            is_other
        })
    }
}

/// The pages on which cells of a table stand.
fn pages(form_type: &FormType, table: &Table, fields: &[FormField]) -> HashSet<usize> {
    let cells = fields.iter();
    let cells = cells.filter(|field| row_of(form_type, table, field).is_some());
    let widgets = cells.flat_map(|field| &field.widgets);
    widgets.map(|widget| widget.place.page).collect()
}

/// The row of a cell of this table.
pub(super) fn row_of(form_type: &FormType, table: &Table, field: &FormField) -> Option<usize> {
    match form_type.place_of_template_name(&field.name)? {
        FieldRef::Cell {
            table: own, row, ..
        } if own.path == table.path => Some(row),
        _ => None,
    }
}
