//! The text beside the fields of a form, read like that of a flat one.

use std::collections::{HashMap, HashSet};

use forms::form_content::{FormField, PlacedText};
use forms::form_type::{Field, FormType, TABLE_ROWS_MAX};
use forms::other_field_name;
use forms::value::Value;

use super::at_labels::{AtLabel, read_fields};
use super::field_reach::FieldReaches;
use super::known_texts::KnownTexts;
use super::labels::Labels;
use super::line::Line;
use super::own_places::{OwnPlaces, PlacedForm};
use super::page;
use super::row::{ends_name_of_cell, headings_left, lone_number, names_cells_alone};
use super::rows_in_cells::RowsInCells;
use super::{choice, column_headings, labels_count, others, rest, table};
use crate::outcome::data_reader::DataReader;
use crate::outcome::printed_values::{PageText, PrintedValues};
use crate::outcome::sources::Sources;

/// What stands at the labels of absent fields and tables, and what belongs to no label. Labels say
/// what a text is only where most of this form's are printed: they are alike on many forms.
pub(crate) fn read_beside_fields(
    form_type: &FormType,
    fields: &[FormField],
    runs: &[PlacedText],
    form: PlacedForm<'_>,
    absent: &HashSet<&str>,
    reading: &mut DataReader,
) -> PrintedValues {
    if runs.is_empty() {
        return PrintedValues::default();
    }
    let labels = Labels::of(form_type);
    let (own, others) = others::split(form_type, runs, form.own);
    let mut lines = page::lines(own.into_iter(), &labels, form.own);
    column_headings::tell_from_labels(form_type, &mut lines);
    choice::mark_options(form_type, &mut lines);
    let mut blank_lines = page::lines(form.blank.texts.iter(), &labels, &OwnPlaces::default());
    choice::mark_options(form_type, &mut blank_lines);
    let known = form_type.fields().count() + form_type.tables().count();
    let mut printed = PrintedValues::default();
    if 2 * labels_count(form_type, runs) >= known {
        let lines = BesideFields {
            lines: &lines,
            reaches: FieldReaches::of(form_type, form, fields),
            rows_in_cells: rows_in_cells(form_type, fields),
        };
        (printed.values, printed.sources) =
            added_values(form_type, &lines, &blank_lines, absent, reading);
    }
    let is_other = |field: &FormField| other_field_name::is_template_name(&field.name);
    match others {
        Some(others) if fields.iter().any(is_other) => lines.extend(others.into_lines()),
        Some(others) => printed.others = others.read(reading),
        None => {}
    }
    // The cells of rows behind the form are fields, so that no row is read under these.
    column_headings::mark(form_type, &mut lines);
    let blank = form.own.on_unknown_pages(form.blank.texts);
    let blank_lines = page::lines(blank, &labels, &OwnPlaces::default());
    printed.page_texts = page_texts(form_type, fields, &lines, &blank_lines);
    printed
}

/// What stands elsewhere, line by line. Continuation pages print again what fields hold, and how
/// they are called.
fn page_texts(
    form_type: &FormType,
    fields: &[FormField],
    lines: &[Line<'_>],
    blank: &[Line<'_>],
) -> Vec<PageText> {
    // Nothing but continuation pages follows on one.
    let first = lines
        .iter()
        .find(|line| line.is_title())
        .map(|line| line.page);
    let known = KnownTexts::of(form_type, fields);
    let rows_in_cells = rows_in_cells(form_type, fields);
    let are_beside = |number, line: &Line<'_>| {
        let mut tables = rows_in_cells.values();
        tables.any(|rows| rows.are_beside(number, line))
    };
    let mut texts = Vec::new();
    let mut headings = None;
    for (index, (line, unread)) in lines.iter().zip(rest::unread(lines, blank)).enumerate() {
        headings = headings_left(line).or(headings.filter(|(page, _)| *page == line.page));
        let is_behind = first.is_some_and(|first| line.page >= first);
        let is_known = is_behind
            && (known.have(&whole(line))
                || known.have(&unread.text)
                || names_cells_alone(form_type, line)
                || ends_name_of_cell(form_type, lines, index));
        // An earlier version of the form may have had more rows.
        let number = headings.and_then(|(_, left)| lone_number(line, left));
        let is_of_row = |number| {
            are_beside(number, line) || (is_behind && (1..=TABLE_ROWS_MAX).contains(&number))
        };
        let is_number = number.is_some_and(is_of_row);
        if !is_known && !is_number && !unread.text.is_empty() {
            texts.push(unread);
        }
    }
    texts
}

fn whole(line: &Line<'_>) -> String {
    let texts: Vec<&str> = line.runs.iter().map(|run| run.text).collect();
    texts.join(" ")
}

/// What stands beside the fields of a file; with the defaults of all but the lines, what the blank
/// form prints.
#[derive(Default)]
struct BesideFields<'form, 'line> {
    lines: &'line [Line<'line>],
    reaches: FieldReaches<'form>,
    /// By the paths of tables.
    rows_in_cells: HashMap<&'form str, RowsInCells>,
}

/// The rows of each table that the file has fields for.
fn rows_in_cells<'form>(
    form_type: &'form FormType,
    fields: &[FormField],
) -> HashMap<&'form str, RowsInCells> {
    let tables = form_type.tables();
    let rows = tables.map(|table| {
        let rows = RowsInCells::of_file(form_type, table, fields);
        (table.path.as_str(), rows)
    });
    rows.collect()
}

/// What the blank form seems to hold is its own decoration.
fn added_values(
    form_type: &FormType,
    found: &BesideFields<'_, '_>,
    blank: &[Line<'_>],
    absent: &HashSet<&str>,
    reading: &mut DataReader,
) -> (Vec<(String, Value)>, Sources) {
    let mut of_blank = DataReader::default();
    let blank = BesideFields {
        lines: blank,
        ..BesideFields::default()
    };
    let blank_values = read_values(form_type, &blank, absent, &mut of_blank);
    let mut of_file = DataReader::default();
    let mut values = read_values(form_type, found, absent, &mut of_file);
    values.retain(|value| !blank_values.contains(value));
    of_file
        .faults
        .retain(|fault| !of_blank.faults.contains(fault));
    reading.ambiguous |= of_file.ambiguous && !of_file.faults.is_empty();
    reading.faults.extend(of_file.faults);
    let paths: HashSet<&str> = values.iter().map(|(path, _)| path.as_str()).collect();
    of_file.sources.retain(|path| paths.contains(path));
    (values, of_file.sources)
}

/// Values with their paths. Of a table that the file has fields of, only numbered rows are known.
fn read_values(
    form_type: &FormType,
    found: &BesideFields<'_, '_>,
    absent: &HashSet<&str>,
    reading: &mut DataReader,
) -> Vec<(String, Value)> {
    let at_label = |field: &Field| match absent.contains(field.path.as_str()) {
        true => AtLabel::Read,
        false => AtLabel::Leave,
    };
    let fields = read_fields(form_type, found.lines, &found.reaches, at_label, reading);
    let mut values: Vec<(String, Value)> = fields
        .into_iter()
        .map(|(field, value)| (field.path.clone(), value))
        .collect();
    let none = RowsInCells::default();
    for table in form_type.tables() {
        let is_absent = absent.contains(table.path.as_str());
        let first_source = reading.sources.count();
        let in_cells = found
            .rows_in_cells
            .get(table.path.as_str())
            .unwrap_or(&none);
        let rows = table::read(form_type, table, found.lines, in_cells, reading);
        if !is_absent && rows.iter().any(|(number, _)| number.is_none()) {
            let problem = "a row is printed beside the fields of the table";
            reading.ambiguous(&table.path, problem.to_owned());
        }
        let mut next = 0_usize;
        let index_of = |number: Option<usize>| {
            let index = number.map_or(next, |number| number.saturating_sub(1));
            next = index.saturating_add(1);
            index
        };
        let cells = table::cells(table, rows, first_source, index_of, reading);
        values.extend(cells);
    }
    values
}
