//! The rows of a printed table, found under the headings of its columns.

use std::collections::HashMap;

use forms::form_content::FormField;
use forms::form_type::{Entry, FormType, TABLE_ROWS_MAX, Table};
use forms::validation::is_blank_row;
use forms::value::{Object, Value};
use forms::value_source::SourceKind;
use forms::words;

use super::labels::{Meaning, normal};
use super::line::Line;
use super::missing;
use super::own_places::PlacedForm;
use super::row::{PrintedCell, PrintedRow, names_cell, printed_rows};
use super::rows_in_cells::{RowsInCells, row_of};
use crate::outcome::data_reader::DataReader;
use crate::outcome::sources::SourceText;
use crate::steps::step;

/// The rows under every line of headings that belongs to the table, but for those whose values
/// stand in cells; each with the number that the form prints before it. Blank rows are
/// left out.
pub(super) fn read(
    form_type: &FormType,
    table: &Table,
    lines: &[Line<'_>],
    in_cells: &RowsInCells,
    reading: &mut DataReader,
) -> Vec<(Option<usize>, Object)> {
    let mut rows = Vec::new();
    let alike = alike(form_type, table);
    let twin = twin(form_type, &alike, table);
    let wider = wider(form_type, table);
    let mut owner = alike.first().copied();
    let mut references_left = TABLE_ROWS_MAX * table.columns.len();
    for (index, line) in lines.iter().enumerate() {
        step();
        let owner_above = owner;
        owner = named_owner(form_type, &alike, line).or(owner);
        let Some(headings) = headings(table, line).filter(|_| !in_cells.are_all_on(line.page))
        else {
            continue;
        };
        let mut wider = wider.iter();
        if wider.any(|wider| self::headings(wider, line).is_some()) {
            continue;
        }
        if alike.len() > 1 && owner_above.is_none_or(|owner| owner.path != table.path) {
            continue;
        }
        let body = lines[index + 1..].iter().take_while(|body| {
            body.page == line.page && is_body(body) && !names_cell(form_type, body)
        });
        let body = in_cells.left_out_of(line.page, &headings, body);
        for mut row in printed_rows(table, &headings, body) {
            row.complete(table, lines, &mut references_left);
            let (before, index) = (reading.sources.count(), rows.len());
            let cells = read_row(table, &row, index, reading);
            if is_blank_row(&cells) {
                reading
                    .sources
                    .move_rows(&table.path, before, &HashMap::new());
            } else {
                rows.push((row.number, cells));
            }
        }
    }
    tell_twin(twin, table, rows.is_empty(), reading);
    bounded(rows, table, reading)
}

/// Rows under headings that another table has too may be either's.
fn tell_twin(twin: Option<&Table>, table: &Table, is_empty: bool, reading: &mut DataReader) {
    if let Some(twin) = twin.filter(|_| !is_empty) {
        let problem = format!(
            "stands under the same headings as {}, so it cannot be told whose rows are printed \
             there; upload the PDF with its fields",
            twin.path
        );
        reading.ambiguous(&table.path, problem);
    }
}

/// The rows, or none and a fault where they are more than can be kept.
fn bounded(
    mut rows: Vec<(Option<usize>, Object)>,
    table: &Table,
    reading: &mut DataReader,
) -> Vec<(Option<usize>, Object)> {
    if rows.len() > TABLE_ROWS_MAX {
        reading.fault(
            &table.path,
            format!(
                "has {} rows, at most {TABLE_ROWS_MAX} can be kept",
                rows.len()
            ),
        );
        rows.clear();
    }
    rows
}

/// The cells of the rows that are printed beside those that are filled fields, each with its path.
/// Where there are such rows the number before a printed one says which it is, and one without
/// follows on the last. On pages that lie in a known way the cells that the form has there are read
/// in their places, and what else stands under the headings is no row.
pub(super) fn rows_by_index(
    form_type: &FormType,
    table: &Table,
    lines: &[Line<'_>],
    filled: &[FormField],
    form: PlacedForm<'_>,
    reading: &mut DataReader,
) -> Vec<(String, Value)> {
    let last = filled
        .iter()
        .filter_map(|field| row_of(form_type, table, field));
    let last = last.max();
    let mut next = last.map_or(0, |row| row + 1);
    let first_source = reading.sources.count();
    let in_cells = RowsInCells::of_blank(form_type, table, form);
    let rows = read(form_type, table, lines, &in_cells, reading);
    let index_of = |number: Option<usize>| {
        let number = number.filter(|_| last.is_some());
        let index = number.map_or(next, |number| number.saturating_sub(1));
        next = next.max(index.saturating_add(1));
        index
    };
    cells(table, rows, first_source, index_of, reading)
}

/// The filled cells of rows that were read, each with its path. `index_of` gives the index of a row
/// from the number before it; the sources of the rows, from the first one on, get that index too.
pub(super) fn cells(
    table: &Table,
    rows: Vec<(Option<usize>, Object)>,
    first_source: usize,
    mut index_of: impl FnMut(Option<usize>) -> usize,
    reading: &mut DataReader,
) -> Vec<(String, Value)> {
    let (mut indexes, mut cells) = (HashMap::new(), Vec::new());
    for (position, (number, row)) in rows.into_iter().enumerate() {
        let index = index_of(number);
        if index >= TABLE_ROWS_MAX {
            let problem = format!("has more than {TABLE_ROWS_MAX} rows");
            reading.fault(&table.path, problem);
            break;
        }
        indexes.insert(position, index);
        let row = row.into_iter();
        cells.extend(row.map(|(key, value)| (format!("{}.{index}.{key}", table.path), value)));
    }
    reading
        .sources
        .move_rows(&table.path, first_source, &indexes);
    cells
}

/// The left edges of the columns, if the line holds all headings.
fn headings(table: &Table, line: &Line<'_>) -> Option<Vec<f32>> {
    let left = |label: &str| {
        let run = line
            .runs
            .iter()
            .find(|run| run.meaning == Meaning::ColumnLabel(normal(label)));
        run.map(|run| run.left)
    };
    table
        .columns
        .iter()
        .map(|column| left(&column.label))
        .collect()
}

/// The tables with all headings of this one and more.
fn wider<'form>(form_type: &'form FormType, table: &Table) -> Vec<&'form Table> {
    let has = |other: &Table, label: &str| {
        let mut columns = other.columns.iter();
        columns.any(|column| normal(&column.label) == normal(label))
    };
    let is_wider = |other: &&Table| {
        let mut own = table.columns.iter();
        other.columns.len() > table.columns.len() && own.all(|column| has(other, &column.label))
    };
    form_type.tables().filter(is_wider).collect()
}

/// The tables with the same headings of their columns, this one among them.
fn alike<'form>(form_type: &'form FormType, table: &Table) -> Vec<&'form Table> {
    let columns = |table: &Table| {
        let columns = table.columns.iter();
        columns
            .map(|column| normal(&column.label))
            .collect::<Vec<_>>()
    };
    let own = columns(table);
    form_type
        .tables()
        .filter(|other| columns(other) == own)
        .collect()
}

/// Another one of these tables that no heading or caption tells from this one.
fn twin<'form>(
    form_type: &FormType,
    alike: &[&'form Table],
    table: &Table,
) -> Option<&'form Table> {
    let own = captions(form_type, table);
    let mut others = alike.iter().filter(|other| other.path != table.path);
    let twin = others.find(|other| captions(form_type, other) == own);
    twin.copied()
}

/// The caption of a table and the heading of its section.
fn captions(form_type: &FormType, table: &Table) -> [Option<String>; 2] {
    let section = form_type.sections.iter().find(|section| {
        let mut entries = section.entries.iter();
        entries.any(|entry| matches!(entry, Entry::Table(inner) if inner.path == table.path))
    });
    [
        Some(normal(&table.label)),
        section.map(|section| normal(&section.title)),
    ]
}

/// The one of these tables to which the last heading or caption of a line belongs.
fn named_owner<'form>(
    form_type: &FormType,
    alike: &[&'form Table],
    line: &Line<'_>,
) -> Option<&'form Table> {
    line.runs.iter().rev().find_map(|run| match &run.meaning {
        Meaning::Heading(heading) => alike
            .iter()
            .find(|alike| captions(form_type, alike).contains(&Some(heading.clone())))
            .copied(),
        _ => None,
    })
}

/// Rows go on until the form prints something of its own.
fn is_body(line: &Line<'_>) -> bool {
    line.runs.iter().all(|run| {
        matches!(
            run.meaning,
            Meaning::Content | Meaning::Own | Meaning::Furniture
        )
    }) && line
        .runs
        .iter()
        .any(|run| matches!(run.meaning, Meaning::Content | Meaning::Own))
}

/// The cells in which something is printed: of the others the fields beside them may say more.
fn read_row(
    table: &Table,
    printed: &PrintedRow<'_>,
    index: usize,
    reading: &mut DataReader,
) -> Object {
    let mut row = Object::new();
    for (column, PrintedCell { text, place, .. }) in table.columns.iter().zip(&printed.cells) {
        let path = format!("{}.{index}.{}", table.path, column.key);
        let read = if words::is_page_reference(text) {
            Err(missing(text))
        } else {
            column.kind.read_text(text)
        };
        match read {
            Ok(Some(value)) => {
                let kind = SourceKind::TextAtLabel;
                let text = SourceText {
                    raw: text.clone(),
                    place: *place,
                };
                reading.sources.add_text(path, kind, &column.label, text);
                row.insert(column.key.clone(), value);
            }
            Ok(None) => {}
            Err(problem) => reading.fault(&path, problem),
        }
    }
    row
}
