//! From what a PDF holds to data: every filled field becomes a typed value, or is kept in
//! `otherFields`, or is a fault.
//!
//! Nothing is dropped and nothing is guessed: a value that its field's type does not settle refuses
//! the whole form, and all such values are named at once.
//!
//! The passes of a file with fields, in order; from lost pages to other texts only where its pages
//! show anything but the blank form, or notes in the places of fields:
//!
//! | pass                | module                 | takes          | may refuse                |
//! |---------------------|------------------------|----------------|---------------------------|
//! | settle copied parts | `merged_files`         | fields         | pages twice, other fields |
//! | settle double texts | `left_over`            | fields         | unlike ones, other kinds  |
//! | find moved pages    | `moved_pages`          | fields         | —                         |
//! | find typed notes    | `notes`, `in_place`    | fields         | —                         |
//! | find lost pages     | `sheets`               | texts          | pages lost, twice, shared |
//! | check the decoding  | `beside_fields`        | texts          | undecodable texts         |
//! | fill blank fields   | `in_place`             | fields, texts  | texts unlike the fields   |
//! | fill lost fields    | `missing_fields`       | texts, shapes  | as `flat::by_place`       |
//! | read other texts    | `flat::beside_fields`  | texts          | wrong values, stray rows  |
//! | read the fields     | `field_values`         | fields, values | wrong or unlike values    |
//! | keep notes          | `notes`                | notes          | what cannot be kept       |
//!
//! Those of a flat file, of which the last three follow for a file with fields too:
//!
//! | pass                   | module             | takes          | may refuse                   |
//! |------------------------|--------------------|----------------|------------------------------|
//! | settle comments        | `notes`            | comments       | —                            |
//! | take sheets apart      | `sheets`           | texts, shapes  | pages lost, twice or crowded |
//! | find moved words       | `flat::own_places` | texts          | pages of another version     |
//! | read the pages         | `flat`             | texts, shapes  | see the passes there         |
//! | read what was found    | `field_values`     | fields, values | wrong or unlike values       |
//! | tell where values are  | `sheets`           | sources        | —                            |
//! | keep comments          | `notes`            | comments       | what cannot be kept          |
//! | count other fields     | `validation`       | data           | more than can be kept        |
//! | check for lost letters | `miswritten`       | sources        | values that are miswritten   |
//! | check the rules        | `validation`       | data           | what breaks one              |
//!
//! `expected_form` calls the first pass of either kind. Shared by several: `page_alignment` tells
//! how pages lie, `text_layout` joins the pieces of a text, and of `outcome`, `printed_values` goes
//! to `field_values` and `sources` collects where values stand.

use std::collections::BTreeSet;

use forms::field_value::quoted;
use forms::form_content::{FormContent, FormField, PlacedText, PrintedPages};
use forms::form_type::FormType;
use forms::validation::{broken_rules, canonical, too_many_other_fields};
use forms::{Data, Fault, Faults, ValueSource, words};

use crate::blank_form::BlankForm;
use crate::fields::{field_values, notes};
use crate::flat;
use crate::flat::{OwnPlaces, PlacedForm};
use crate::outcome::content_error::ContentError;
use crate::outcome::data_reader::DataReader;
use crate::outcome::{fault_order, miswritten};
use crate::page_alignment::moved_pages::MovedPages;
use crate::partly_flat::beside_fields;
use crate::partly_flat::printed_beside::PrintedBeside;
use crate::sheets::PagesApart;

/// What is wrong with a flat page of another version of the form.
const CHANGED: &str = "what the form prints on this page stands elsewhere in this PDF, which is of \
                       another version of the form, so it cannot be told which field a text \
                       belongs to; upload the PDF with its fields, or fill in the present form";

/// Reads the data, where only the text of the blank form is known and neither its fields nor
/// shapes.
pub fn read(
    form_type: &FormType,
    content: &FormContent,
    blank: &[PlacedText],
) -> Result<Data, ContentError> {
    let blank = BlankForm {
        texts: blank,
        ..BlankForm::default()
    };
    read_with_sources(form_type, content, blank).map(|(data, _)| data)
}

/// Reads the data, and tells where each value stands. A box that is off because the file does not
/// mention it has no source.
pub fn read_with_sources(
    form_type: &FormType,
    content: &FormContent,
    blank: BlankForm<'_>,
) -> Result<(Data, Vec<ValueSource>), ContentError> {
    let moved = match content {
        FormContent::Fields(fields, _) | FormContent::PartlyFlat(fields, _) => {
            MovedPages::of(fields, blank)
        }
        FormContent::Text(_) => None,
    };
    let blank = moved.as_ref().map_or(blank, MovedPages::blank);
    let mut reading = DataReader::default();
    read_content(form_type, content, blank, &mut reading)?;
    let data = canonical(form_type, &reading.members);
    reading.faults.extend(too_many_other_fields(&data));
    // What cannot be read is not in the data, so only what can be read is judged together.
    let sources = reading.sources.finish();
    let broken = broken_rules(form_type, &data, |path, date| as_read(&sources, path, date));
    let broken = broken.into_iter().map(|(fault, _)| fault);
    let broken: Vec<Fault> = miswritten::faults(&sources).chain(broken).collect();
    if !broken.is_empty() {
        fault_order::insert(form_type, content, broken, &mut reading.faults);
    }
    let ambiguous = reading.ambiguous;
    Faults::unless_none(reading.faults, (data, sources))
        .map_err(|faults| ContentError { faults, ambiguous })
}

/// Reads fields, text or both into the members of the data.
fn read_content(
    form_type: &FormType,
    content: &FormContent,
    blank: BlankForm<'_>,
    reading: &mut DataReader,
) -> Result<(), ContentError> {
    match content {
        FormContent::Fields(form_fields, runs) => {
            let printed = PrintedBeside {
                texts: runs,
                shapes: &[],
                of_form: blank.fields,
            };
            let blank = BlankForm {
                texts: blank.texts,
                ..BlankForm::default()
            };
            beside_fields::read(form_type, form_fields, printed, blank, reading);
        }
        FormContent::PartlyFlat(form_fields, pages) => {
            let printed = PrintedBeside {
                texts: &pages.texts,
                shapes: &pages.shapes,
                of_form: blank.fields,
            };
            beside_fields::read(form_type, form_fields, printed, blank, reading);
        }
        FormContent::Text(pages) => {
            let pages = PagesApart::of(form_type, pages, blank)?;
            refuse_changed(&pages.own, blank.fields)?;
            let form = PlacedForm {
                blank,
                own: &pages.own,
            };
            let (placed, printed) = flat::read(form_type, &pages.pages, form, reading);
            field_values::read(form_type, &placed, printed, reading);
            pages.move_back(&mut reading.sources);
            notes::keep(&pages.pages.comments, reading);
        }
    }
    Ok(())
}

/// The date at a path as the file has it.
fn as_read(sources: &[ValueSource], path: &str, date: &str) -> String {
    let mut sources = sources.iter();
    let source = sources.find(|source| source.path == path);
    source.map_or_else(|| date.to_owned(), |source| quoted(&source.raw))
}

/// Refuses pages of another version of the form on which it cannot be told what belongs to which
/// field.
fn refuse_changed(own: &OwnPlaces, fields: &[FormField]) -> Result<(), ContentError> {
    let changed = own.changed_pages(fields).into_iter();
    let fault = |page: usize| Fault::new(words::page(page + 1), CHANGED);
    let refused = Faults::unless_none(changed.map(fault).collect(), ());
    refused.map_err(|faults| ContentError {
        faults,
        ambiguous: true,
    })
}

/// Whether at least one page of the blank form is found in a file, wherever that is.
pub(crate) fn prints_a_page_of(
    form_type: &FormType,
    pages: &PrintedPages,
    blank: BlankForm<'_>,
) -> bool {
    PagesApart::of(form_type, pages, blank).map_or(true, |pages| pages.own.knows_a_page())
}

/// The numbers, from 1, of the pages with text that cannot be decoded and that the blank form does
/// not print.
pub(crate) fn undecodable_pages(
    form_type: &FormType,
    pages: &PrintedPages,
    blank: BlankForm<'_>,
) -> BTreeSet<usize> {
    if pages.undecodable.is_empty() {
        return BTreeSet::new();
    }
    let apart = PagesApart::of(form_type, pages, blank);
    let found = apart.as_ref().map_or(pages, |apart| &apart.pages);
    flat::undecodable_pages(&found.undecodable, blank.undecodable)
}

#[cfg(test)]
mod tests;
