//! Reading a form that was printed flat: its text, found by the places of the fields and by the
//! labels of the form type.
//!
//! On a page that lies as the blank form says, what stands in the place of a field is its value.
//! Elsewhere a value follows its label on the same line or stands under it, up to the next label.
//! Rows of a table stand under the headings of its columns. A label that occurs again, as on
//! continuation pages, may hold the value once; two different values are a fault. Other fields
//! stand at the end of a filled form, each under its name. What nobody has read then, and the blank
//! form does not print, is an other field too.

mod area;
mod beside_fields;
mod by_place;
mod choice;
mod labels;
mod line;
mod marked_texts;
mod marks;
mod others;
mod own_places;
mod page;
mod painted_marks;
mod rest;
mod row;
mod sizes;
mod spots;
mod table;
mod undecodable;

use std::collections::{HashMap, HashSet};

use self::area::Area;
pub(super) use self::beside_fields::read_beside_fields;
use self::labels::{Labels, Meaning};
use self::line::Line;
pub(super) use self::marks::is_mark;
pub(super) use self::own_places::OwnPlaces;
use self::painted_marks::PaintedMarks;
pub use self::painted_marks::shapes_in_boxes;
pub(super) use self::rest::{free_name, keep_page_texts, pieces};
pub(crate) use self::undecodable::undecodable_pages;
use super::printed_values::PrintedValues;
use super::{BlankForm, DataReader};
use crate::form_content::{FormField, PagePlace, PlacedText, PrintedPages};
use crate::form_type::{Field, FieldType, FormType};
use crate::value::Value;
use crate::value_source::SourceKind;
use crate::words;

/// How many places with the label of one field are read: one on each of so many pages, and some
/// more. More of them are a fault.
const LABEL_PLACES_MAX: usize = 200;

/// What stands in the places of the fields, as fields that are filled in, and what else is printed:
/// values at the labels of the form type, other fields, texts that belong to nothing.
pub(super) fn read(
    form_type: &FormType,
    pages: &PrintedPages,
    blank: BlankForm<'_>,
    reading: &mut DataReader,
) -> (Vec<FormField>, PrintedValues) {
    let (runs, shapes) = (pages.texts.as_slice(), pages.shapes.as_slice());
    undecodable::name(&pages.undecodable, blank.undecodable, reading);
    let labels = Labels::of(form_type);
    let own = OwnPlaces::of(runs, blank.texts);
    let marks = PaintedMarks::of(shapes, blank.shapes);
    let placed = by_place::split(form_type, blank.fields, (runs, marks), &own, reading);
    let (texts, others) = others::split(form_type, &placed.rest, &own);
    let mut lines = page::lines(texts.into_iter(), &labels, &own);
    choice::mark_options(form_type, &mut lines);
    let mut printed = PrintedValues::default();
    // What the file itself says is a field's value needs no label.
    let is_wanted = |field: &Field| !placed.told.contains(&field.path);
    for (field, value) in read_fields(form_type, &lines, is_wanted, reading) {
        printed.values.push((field.path.clone(), value));
    }
    for table in form_type.tables() {
        let rows = table::rows_by_index(form_type, table, (&lines, &placed.fields), reading);
        printed.values.extend(rows);
    }
    if let Some(others) = others {
        printed.others = others.read(reading);
    }
    let blank = own.on_unknown_pages(blank.texts);
    let blank = page::lines(blank, &labels, &OwnPlaces::default());
    rest::keep(&lines, &blank, &mut printed);
    (placed.fields, printed)
}

/// The values of the wanted fields at their labels.
fn read_fields<'form>(
    form_type: &'form FormType,
    lines: &[Line<'_>],
    is_wanted: impl Fn(&Field) -> bool,
    reading: &mut DataReader,
) -> Vec<(&'form Field, Value)> {
    let mut occurrences = occurrences(lines);
    let mut values = Vec::new();
    for field in form_type.fields() {
        let positions = occurrences.get_mut(labels::normal(&field.label).as_str());
        let positions = positions
            .map(|positions| take_positions(form_type, field, positions))
            .unwrap_or_default();
        if is_wanted(field)
            && let Some(value) = read_positions(field, lines, positions, reading)
        {
            values.push((field, value));
        }
    }
    values
}

/// The one value that stands at the places of a field's label.
fn read_positions(
    field: &Field,
    lines: &[Line<'_>],
    positions: Vec<(usize, usize)>,
    reading: &mut DataReader,
) -> Option<Value> {
    if positions.len() > LABEL_PLACES_MAX {
        let count = positions.len();
        let problem =
            format!("its label stands {count} times, at most {LABEL_PLACES_MAX} are read");
        reading.fault(&field.path, problem);
        return None;
    }
    let mut found: Vec<Value> = Vec::new();
    let mut elsewhere = None;
    for (line, run) in positions {
        match read_field(field, lines, line, run) {
            // Two different values are enough to say so.
            Ok(Found::Value(value, text)) if found.len() < 2 && !found.contains(&value) => {
                let path = field.path.clone();
                let how = (SourceKind::TextAtLabel, field.label.as_str());
                reading.sources.add_text(path, how, text);
                found.push(value);
            }
            Ok(Found::Elsewhere(reference)) => elsewhere = Some(reference),
            Ok(_) => {}
            Err(problem) => reading.fault(&field.path, problem),
        }
    }
    if found.is_empty()
        && let Some(reference) = elsewhere
    {
        reading.fault(&field.path, missing(&reference));
    }
    if found.len() > 1 {
        let problem = format!("the label {} stands before different values", field.label);
        reading.ambiguous(&field.path, problem);
        return None;
    }
    found.pop()
}

/// Whether at least one page of the file prints most of what the blank form prints there.
pub(crate) fn lies_like(runs: &[PlacedText], blank: &[PlacedText]) -> bool {
    OwnPlaces::of(runs, blank).knows_a_page()
}

/// How many labels of the form type's fields, and headings of its tables, stand in a text.
pub(crate) fn labels_count(form_type: &FormType, runs: &[PlacedText]) -> usize {
    let labels = Labels::of(form_type);
    let found: HashSet<Meaning> = runs.iter().map(|run| labels.meaning(&run.text).0).collect();
    let fields = found
        .iter()
        .filter(|meaning| matches!(meaning, Meaning::FieldLabel(_)));
    let tables = form_type.tables().filter(|table| {
        let mut columns = table.columns.iter();
        columns.all(|column| found.contains(&Meaning::ColumnLabel(labels::normal(&column.label))))
    });
    fields.count() + tables.count()
}

/// Where each label stands: line and run, in reading order.
fn occurrences(lines: &[Line<'_>]) -> HashMap<String, Vec<(usize, usize)>> {
    let mut occurrences: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        for (position, run) in line.runs.iter().enumerate() {
            if let Meaning::FieldLabel(label) = &run.meaning {
                occurrences
                    .entry(label.clone())
                    .or_default()
                    .push((index, position));
            }
        }
    }
    occurrences
}

/// The places that belong to a field: all of its label, or, where several fields share the label,
/// the next one.
fn take_positions(
    form_type: &FormType,
    field: &Field,
    positions: &mut Vec<(usize, usize)>,
) -> Vec<(usize, usize)> {
    let shared = form_type
        .fields()
        .filter(|other| labels::normal(&other.label) == labels::normal(&field.label))
        .count()
        > 1;
    match (shared, positions.is_empty()) {
        (true, false) => vec![positions.remove(0)],
        (true, true) => Vec::new(),
        (false, _) => std::mem::take(positions),
    }
}

/// What stands at a label.
enum Found {
    Nothing,
    /// With what stands in the file, and where.
    Value(Value, (String, Option<PagePlace>)),
    /// Only where the value stands: `→ Seite 3`.
    Elsewhere(String),
}

/// What is wrong with a reference to a page that does not hold the text.
fn missing(reference: &str) -> String {
    format!("stands only as \"{reference}\", upload the PDF with all its pages")
}

fn read_field(field: &Field, lines: &[Line<'_>], line: usize, run: usize) -> Result<Found, String> {
    let is_choice = matches!(field.kind, FieldType::Choice { .. });
    let is_multiline = matches!(
        field.kind,
        FieldType::Text {
            multiline: true,
            ..
        }
    );
    let area = if is_multiline {
        Area::of_lines(lines, (line, run))
    } else {
        Area::after(lines, (line, run), is_choice)
    };
    let value = match &field.kind {
        FieldType::Boolean => {
            choice::read_boolean(lines, line, run, &area)?.then_some(Value::Boolean(true))
        }
        FieldType::Choice { choices, multiple } => choice::read(choices, *multiple, &area)?,
        kind => {
            let text = area.text(is_multiline);
            if words::is_page_reference(&text) {
                return Ok(Found::Elsewhere(text));
            }
            let is_text = matches!(kind, FieldType::Text { .. });
            if text.trim() == words::CURRENCY && !is_text {
                return Ok(Found::Nothing);
            }
            kind.read_text(&text)?
        }
    };
    Ok(match value {
        None => Found::Nothing,
        Some(value) => {
            let (text, place) = area.read_text();
            let before = run
                .checked_sub(1)
                .and_then(|mark| lines[line].runs.get(mark));
            match (
                place,
                before.filter(|mark| mark.is_read() && is_mark(mark.text)),
            ) {
                (None, Some(mark)) => {
                    Found::Value(value, (mark.text.trim().to_owned(), Some(mark.place())))
                }
                _ => Found::Value(value, (text, place)),
            }
        }
    })
}
