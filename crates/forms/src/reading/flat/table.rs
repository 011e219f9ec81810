//! The rows of a printed table, found under the headings of its columns.

use super::labels::{Meaning, normal};
use super::missing;
use super::page::Line;
use super::row::{PrintedRow, names_cell, printed_rows};
use crate::form_type::{Entry, FormType, TABLE_ROWS_MAX, Table};
use crate::reading::DataReader;
use crate::validation::{complete_row, is_blank_row};
use crate::value::Object;
use crate::words;

/// The rows under every line of headings that belongs to the table, each with the number that the
/// form prints before it. Blank rows are left out.
pub(super) fn read(
    form_type: &FormType,
    table: &Table,
    lines: &[Line<'_>],
    reading: &mut DataReader,
) -> Vec<(Option<usize>, Object)> {
    let mut rows = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(headings) = headings(table, line) else {
            continue;
        };
        if !belongs(form_type, table, &lines[..index]) {
            continue;
        }
        let body = lines[index + 1..].iter().take_while(|body| {
            body.page == line.page && is_body(body) && !names_cell(form_type, body)
        });
        for mut row in printed_rows(table, &headings, body) {
            row.complete(table, lines);
            let cells = read_row(table, &row, rows.len(), reading);
            if !is_blank_row(&cells) {
                rows.push((row.number, cells));
            }
        }
    }
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

/// Whether the last heading or caption above is the table's own, where tables share the headings of
/// their columns.
fn belongs(form_type: &FormType, table: &Table, above: &[Line<'_>]) -> bool {
    let columns = |table: &Table| {
        table
            .columns
            .iter()
            .map(|column| normal(&column.label))
            .collect::<Vec<_>>()
    };
    let alike: Vec<&Table> = form_type
        .tables()
        .filter(|other| columns(other) == columns(table))
        .collect();
    if alike.len() < 2 {
        return true;
    }
    let captions = |table: &Table| {
        let section = form_type.sections.iter().find(|section| {
            let mut entries = section.entries.iter();
            entries.any(|entry| matches!(entry, Entry::Table(inner) if inner.path == table.path))
        });
        [
            Some(normal(&table.label)),
            section.map(|section| normal(&section.title)),
        ]
    };
    let owner = above
        .iter()
        .rev()
        .flat_map(|line| line.runs.iter().rev())
        .find_map(|run| match &run.meaning {
            Meaning::Heading(heading) => alike
                .iter()
                .find(|alike| captions(alike).contains(&Some(heading.clone()))),
            _ => None,
        });
    owner.map_or_else(
        || alike[0].path == table.path,
        |owner| owner.path == table.path,
    )
}

/// Rows go on until the form prints something of its own.
fn is_body(line: &Line<'_>) -> bool {
    line.runs
        .iter()
        .all(|run| matches!(run.meaning, Meaning::Content | Meaning::Furniture))
        && line.runs.iter().any(|run| run.meaning == Meaning::Content)
}

fn read_row(table: &Table, printed: &PrintedRow, index: usize, reading: &mut DataReader) -> Object {
    let mut row = Object::new();
    for (column, text) in table.columns.iter().zip(&printed.cells) {
        let read = if words::is_page_reference(text) {
            Err(missing(text))
        } else {
            column.kind.read_text(text)
        };
        match read {
            Ok(Some(value)) => {
                row.insert(column.key.clone(), value);
            }
            Ok(None) => {}
            Err(problem) => {
                reading.fault(&format!("{}.{index}.{}", table.path, column.key), problem)
            }
        }
    }
    complete_row(table, row)
}
