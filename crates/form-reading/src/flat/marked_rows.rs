//! Rows behind the form whose cells our own writer has marked with their names.
//!
//! A mark is believed where it says what is to be seen: the cells of a row stand side by side in
//! the order of their columns, behind the number of that row.

use std::collections::{BTreeMap, HashSet};

use forms::form_content::{FormField, PagePlace, PlacedText};
use forms::form_type::{Column, FieldRef, FieldType, FormType, Table};
use forms::value::Value;
use forms::value_source::SourceKind;
use forms::words;

use super::behind_fields::{first_page_behind, take_out};
use crate::outcome::data_reader::DataReader;
use crate::outcome::sources::SourceText;
use crate::steps::step;
use crate::text_layout::text_in_place::joined;

/// The number of a row and its first line stand on one line, give or take so many points.
const NEAR: f32 = 4.0;

/// A row: its table, and its index from 0.
type RowKey = (String, usize);

/// The texts of one row, by the place of their column and in their order, as numbers of texts.
struct MarkedRow<'form> {
    table: &'form Table,
    cells: BTreeMap<usize, Vec<usize>>,
}

/// Takes the cells of all such rows out of these texts, with the numbers before them. Gives values
/// with their paths; what is none is a fault.
pub(super) fn take(
    form_type: &FormType,
    fields: &[FormField],
    texts: &mut Vec<PlacedText>,
    reading: &mut DataReader,
) -> Vec<(String, Value)> {
    let rows = rows(form_type, texts, first_page_behind(fields));
    let (mut values, mut taken) = (Vec::new(), HashSet::new());
    for ((path, index), row) in rows {
        let Some(number) = row.number(index, texts) else {
            continue;
        };
        taken.insert(number);
        taken.extend(row.cells.values().flatten());
        for (column, numbers) in &row.cells {
            let column = &row.table.columns[*column];
            let path = format!("{path}.{index}.{}", column.key);
            let lines: Vec<PlacedText> = numbers.iter().map(|at| texts[*at].clone()).collect();
            values.extend(read_cell(column, path, &lines, reading));
        }
    }
    take_out(texts, &taken);
    values
}

/// The marked rows on this page and behind it.
fn rows<'form>(
    form_type: &'form FormType,
    texts: &[PlacedText],
    first_page: usize,
) -> BTreeMap<RowKey, MarkedRow<'form>> {
    let mut rows: BTreeMap<RowKey, MarkedRow<'form>> = BTreeMap::new();
    for (number, text) in texts.iter().enumerate() {
        step();
        let name = text
            .field
            .as_deref()
            .filter(|_| text.place.page >= first_page);
        let place = name.and_then(|name| form_type.place_of_template_name(name));
        let Some(FieldRef::Cell { table, row, column }) = place else {
            continue;
        };
        let Some(column) = table.columns.iter().position(|one| one == column) else {
            continue;
        };
        let row = rows.entry((table.path.clone(), row));
        let row = row.or_insert_with(|| MarkedRow {
            table,
            cells: BTreeMap::new(),
        });
        row.cells.entry(column).or_default().push(number);
    }
    rows
}

impl MarkedRow<'_> {
    /// The text that is the number of this row, where the cells stand behind it as the columns do.
    fn number(&self, index: usize, texts: &[PlacedText]) -> Option<usize> {
        let wanted = (index + 1).to_string();
        let cells = || self.cells.values().filter_map(|cell| cell.first());
        let firsts: Vec<&PlacedText> = cells().map(|at| &texts[*at]).collect();
        let first = firsts.first()?;
        let (page, line) = (first.place.page, first.baseline());
        let on_line =
            |text: &PlacedText| text.place.page == page && (text.baseline() - line).abs() <= NEAR;
        let all = self.cells.values().flatten();
        let is_one_row = firsts.iter().all(|text| on_line(text))
            && firsts.is_sorted_by(|one, other| one.place.left < other.place.left)
            && all.into_iter().all(|at| texts[*at].place.page == page)
            && cells().all(|at| !words::is_page_reference(&texts[*at].text));
        let is_number = |text: &PlacedText| {
            step();
            text.field.is_none()
                && on_line(text)
                && text.place.left < first.place.left
                && text.text.trim() == wanted
        };
        let number = texts.iter().position(is_number);
        number.filter(|_| is_one_row)
    }
}

/// The value of a cell, if it has one; a fault where it is none of its column.
fn read_cell(
    column: &Column,
    path: String,
    lines: &[PlacedText],
    reading: &mut DataReader,
) -> Option<(String, Value)> {
    let place = PagePlace::around(lines.iter().map(|line| line.place))?;
    let text = text(column, lines, place);
    let is_text = matches!(
        column.kind,
        FieldType::Text { .. } | FieldType::Choice { .. }
    );
    let read = match column.kind.read_text(&text) {
        // In a narrow column a date or an amount breaks anywhere, and no space belongs to it.
        Err(_) if !is_text && lines.len() > 1 => {
            let bare: String = text.split_whitespace().collect();
            column.kind.read_text(&bare)
        }
        read => read,
    };
    match read {
        Ok(Some(value)) => {
            let kind = SourceKind::TextAtLabel;
            let text = SourceText {
                raw: text,
                place: Some(place),
            };
            reading
                .sources
                .add_text(path.clone(), kind, &column.label, text);
            Some((path, value))
        }
        Ok(None) => None,
        Err(problem) => {
            reading.fault(&path, problem);
            None
        }
    }
}

fn text(column: &Column, lines: &[PlacedText], place: PagePlace) -> String {
    let room = FormField {
        multiple: matches!(
            column.kind,
            FieldType::Text {
                multiline: true,
                ..
            }
        ),
        ..FormField::default()
    };
    joined(lines, &room, place)
}
