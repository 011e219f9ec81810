//! Reading a form that was printed flat: its text, found by the places of the fields and by the
//! labels of the form type.
//!
//! On a page that lies as the blank form says, what stands in the place of a field is its value.
//! Elsewhere a value follows its label on the same line or stands under it, up to the next label.
//! Rows of a table stand under the headings of its columns. A label that occurs again, as on
//! continuation pages, may hold the value once; two different values are a fault. Other fields
//! stand at the end of a filled form, each under its name. What nobody has read then, and the blank
//! form does not print, is an other field too.
//!
//! The passes, in their order; the rest is what stands in no field:
//!
//! | pass                     | module            | takes        | may refuse                    |
//! |--------------------------|-------------------|--------------|-------------------------------|
//! | check the decoding       | `undecodable`     | strings      | undecodable texts             |
//! | find painted marks       | `painted_marks`   | shapes       | —                             |
//! | sort texts into fields   | `by_place`        | texts, marks | unclear fields, false marks   |
//! | compare labels           | `reworded`        | fields, rest | fields at other labels        |
//! | find respelled words     | `respelled`       | rest         | —                             |
//! | read marked rows         | `marked_rows`     | rest         | cells that are no values      |
//! | find other fields        | `others`          | rest         | —                             |
//! | tell runs of lines       | `page`            | rest         | —                             |
//! | tell headings            | `column_headings` | lines        | —                             |
//! | tell options             | `choice`          | lines        | —                             |
//! | read values at labels    | `at_labels`       | lines        | wrong or unlike values        |
//! | read rows under headings | `table`           | lines        | wrong cells, unclear tables   |
//! | judge references         | `flat`            | references   | those whose texts are missing |
//! | read other fields        | `others`          | texts        | unlike texts under one name   |
//! | keep the rest            | `rest`            | lines        | —                             |
//!
//! In a file with fields, texts are sorted into those that it lacks ([`read_in_places`]), and
//! `beside_fields` reads other fields, and where most labels are printed also values and rows.
//! Several passes share these: `own_places` knows how pages lie and what the form prints on them,
//! `spots` where its fields stand there, `labels` and `sizes` what a run is, and `line` whether
//! somebody has read it.

mod area;
mod at_labels;
mod behind_fields;
mod beside_fields;
mod by_place;
mod choice;
mod chosen_bars;
mod column_headings;
mod continuation_entries;
mod drawn_marks;
mod field_reach;
mod known_texts;
mod label_places;
mod labels;
mod line;
mod marked_rows;
mod marked_texts;
mod marks;
mod others;
mod own_places;
mod page;
mod painted_marks;
mod respelled;
mod rest;
mod reworded;
mod row;
mod rows_in_cells;
mod sizes;
mod spots;
mod table;
mod undecodable;
mod unsigned;
mod words_by_line;

use std::collections::HashSet;

use forms::form_content::{FormField, PaintedShape, PlacedText, PrintedPages};
use forms::form_type::{Field, FieldType, FormType};

use self::at_labels::{AtLabel, is_shared, read_fields};
pub(crate) use self::beside_fields::read_beside_fields;
pub(crate) use self::drawn_marks::drawn_marks;
use self::field_reach::FieldReaches;
use self::labels::{Labels, Meaning};
pub(crate) use self::marks::is_mark;
pub(crate) use self::own_places::{OwnPlaces, PlacedForm};
use self::painted_marks::PaintedMarks;
pub use self::painted_marks::{looks_of_boxes_on, shapes_in_fields};
pub(crate) use self::rest::{free_name, keep_page_texts, pieces};
pub(crate) use self::spots::{EDGE, is_box, letter_middle, spot_at, spots};
pub(crate) use self::undecodable::undecodable_pages;
use crate::outcome::data_reader::DataReader;
use crate::outcome::printed_values::PrintedValues;

/// What stands in the places of the fields, as fields that are filled in, and what else is printed:
/// values at the labels of the form type, other fields, texts that belong to nothing.
pub(crate) fn read(
    form_type: &FormType,
    pages: &PrintedPages,
    form: PlacedForm<'_>,
    reading: &mut DataReader,
) -> (Vec<FormField>, PrintedValues) {
    let PlacedForm { blank, own } = form;
    undecodable::name(&pages.undecodable, blank.undecodable, reading);
    let labels = Labels::of(form_type);
    let marks = PaintedMarks::of(&pages.shapes, blank);
    let texts = unsigned::take_out(&pages.texts, form);
    let mut placed = by_place::split(form_type, blank.fields, &texts, marks, own, reading);
    reworded::refuse(form_type, &placed, form, reading);
    placed.rest = respelled::take_out(placed.rest, blank.texts, own);
    let rows = marked_rows::take(form_type, blank.fields, &mut placed.rest, reading);
    let (texts, others) = others::split(form_type, &placed.rest, own);
    let mut lines = page::lines(texts.into_iter(), &labels, own);
    column_headings::tell_from_labels(form_type, &mut lines);
    choice::mark_options(form_type, &mut lines);
    if !rows.is_empty() {
        column_headings::mark(form_type, &mut lines);
    }
    let mut printed = PrintedValues {
        values: rows,
        ..PrintedValues::default()
    };
    let at_label = |field: &Field| match placed.told.contains(&field.path) {
        false => AtLabel::Read,
        true if is_shared(form_type, field) => AtLabel::Leave,
        // Any text may stand near a label, hardly a second date.
        true if matches!(field.kind, FieldType::Text { .. }) => AtLabel::Leave,
        true => AtLabel::Compare,
    };
    let reaches = FieldReaches::of(form_type, form, &placed.fields);
    for (field, value) in read_fields(form_type, &lines, &reaches, at_label, reading) {
        printed.values.push((field.path.clone(), value));
    }
    for table in form_type.tables() {
        let filled = placed.fields.as_slice();
        let rows = table::rows_by_index(form_type, table, &lines, filled, form, reading);
        printed.values.extend(rows);
    }
    refuse_missing(&placed.referring, &printed, reading);
    if let Some(others) = others {
        printed.others = others.read(reading);
    }
    let blank = own.on_unknown_pages(blank.texts);
    let blank = page::lines(blank, &labels, &OwnPlaces::default());
    rest::keep(&lines, &blank, &mut printed);
    (placed.fields, printed)
}

/// The fields that these texts and shapes fill in, by their places alone, and the texts that stand
/// in none of them.
pub(crate) fn read_in_places(
    form_type: &FormType,
    fields: &[FormField],
    (texts, shapes): (&[PlacedText], &[PaintedShape]),
    form: PlacedForm<'_>,
    reading: &mut DataReader,
) -> (Vec<FormField>, Vec<PlacedText>) {
    let marks = PaintedMarks::of(shapes, form.blank);
    let placed = by_place::split(form_type, fields, texts, marks, form.own, reading);
    refuse_missing(&placed.referring, &PrintedValues::default(), reading);
    (placed.fields, placed.rest)
}

/// Refuses the fields that refer to a page on which nothing was found for them.
fn refuse_missing(
    referring: &[(String, String)],
    printed: &PrintedValues,
    reading: &mut DataReader,
) {
    let refused = reading.faults.iter().map(|fault| fault.path.clone());
    let read = printed.values.iter().map(|(path, _)| path.clone());
    let judged: HashSet<String> = refused.chain(read).collect();
    for (path, reference) in referring {
        if !judged.contains(path) {
            reading.fault(path, missing(reference));
        }
    }
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

/// What is wrong with a reference to a page that does not hold the text.
fn missing(reference: &str) -> String {
    format!("stands only as \"{reference}\", upload the PDF with all its pages")
}
