//! Reading the text that is printed beside the fields of a form, as in a partly flattened file.
//!
//! What stands in the place of a field that is blank is the field's value, also where a viewer has
//! put it there as a note or a pen has drawn a mark; next to another value it is a contradiction.
//! Where the pages print this form, the values of fields that the file does not have are found in
//! their places and by their labels, as in a flat form. What nobody has read then, and the blank
//! form does not print, is kept under its page.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use forms::form_content::{FormField, MISWRITTEN, PagePlace, PlacedText, UNDECODABLE};
use forms::form_type::{FieldRef, FormType};
use forms::words;

use super::printed_beside::PrintedBeside;
use super::{in_place, missing_fields};
use crate::blank_form::BlankForm;
use crate::fields::{field_values, notes};
use crate::flat::{OwnPlaces, PlacedForm};
use crate::outcome::data_reader::DataReader;
use crate::outcome::printed_values::PrintedValues;
use crate::{flat, sheets};

/// On a page of which it is not known how it lies a text of the form may stand so far from where
/// the blank form has it, in points: another program printed it.
const MOVED_MAX: f32 = 36.0;

/// Reads the fields together with what is printed beside them.
pub(crate) fn read(
    form_type: &FormType,
    form_fields: &[FormField],
    printed: PrintedBeside<'_>,
    blank: BlankForm<'_>,
    reading: &mut DataReader,
) {
    let (form_fields, notes) = notes::apart(form_fields);
    let (typed, notes) = in_place::notes(form_type, &form_fields, notes);
    let is_blank = printed.texts == blank.texts && printed.shapes.is_empty();
    if is_blank && typed.is_empty() {
        field_values::read(form_type, &form_fields, PrintedValues::default(), reading);
    } else {
        read_printed(form_type, &form_fields, printed, &typed, blank, reading);
    }
    notes::keep(&notes, reading);
}

/// The same of a file whose pages print more than the blank form, or have notes in the places of
/// fields.
fn read_printed(
    form_type: &FormType,
    form_fields: &[FormField],
    printed: PrintedBeside<'_>,
    typed: &[PlacedText],
    blank: BlankForm<'_>,
    reading: &mut DataReader,
) {
    let runs = printed.texts;
    let own = OwnTexts::of(blank.texts);
    let places = OwnPlaces::of(form_type, runs, blank.texts);
    for missing in sheets::missing_pages(form_type, runs, blank) {
        reading.ambiguous(&missing.path, missing.problem);
    }
    let both = (form_fields, printed.of_form);
    for shared in sheets::shared_sheets(runs, blank.texts, both, &places) {
        reading.ambiguous(&shared.path, shared.problem);
    }
    let is_own = |run: &PlacedText| places.has(run).unwrap_or_else(|| own.has_near(run));
    let mut added: Vec<bool> = runs.iter().map(|run| !is_own(run)).collect();
    let known = form_fields
        .iter()
        .filter(|field| form_type.place_of_template_name(&field.name).is_some());
    let of_form = name_undecodable((known, runs), blank.texts, &added, reading);
    let mut all = runs.to_vec();
    leave_out_undecodable(&mut all, &mut added, &of_form);
    all.extend_from_slice(typed);
    let form = PlacedForm {
        blank,
        own: &places,
    };
    all.extend(flat::drawn_marks(form_fields, printed.shapes, form));
    added.resize(all.len(), true);
    let (filled, rest) = in_place::fill(form_type, form_fields, &all, &added, reading);
    let printed = PrintedBeside {
        texts: &rest,
        ..printed
    };
    let missing = missing_fields::find(&filled, blank.fields, &places);
    if missing.is_empty() {
        return read_beside(form_type, &filled, &rest, form, reading);
    }
    let own = missing_fields::own_texts(&missing, blank);
    let places = OwnPlaces::of(form_type, runs, &own);
    let form = PlacedForm {
        blank: BlankForm {
            texts: &own,
            ..blank
        },
        own: &places,
    };
    let (filled, rest) = missing_fields::fill(form_type, filled, &missing, printed, form, reading);
    read_beside(form_type, &filled, &rest, form, reading);
}

/// Reads the fields as they are filled in, and what stands beside them all.
fn read_beside(
    form_type: &FormType,
    filled: &[FormField],
    rest: &[PlacedText],
    form: PlacedForm<'_>,
    reading: &mut DataReader,
) {
    let absent = absent(form_type, filled);
    let printed = flat::read_beside_fields(form_type, filled, rest, form, &absent, reading);
    field_values::read(form_type, filled, printed, reading);
}

/// The paths of the fields and tables that the file has no fields of.
fn absent<'form>(form_type: &'form FormType, fields: &[FormField]) -> HashSet<&'form str> {
    let paths = form_type.fields().map(|field| field.path.as_str());
    let tables = form_type.tables().map(|table| table.path.as_str());
    let mut absent: HashSet<&str> = paths.chain(tables).collect();
    for field in fields {
        match form_type.place_of_template_name(&field.name) {
            Some(FieldRef::Field(field)) => absent.remove(field.path.as_str()),
            Some(FieldRef::Cell { table, .. }) => absent.remove(table.path.as_str()),
            None => false,
        };
    }
    absent
}

/// What the blank form prints, and where.
struct OwnTexts(HashMap<String, Vec<PagePlace>>);

impl OwnTexts {
    fn of(blank: &[PlacedText]) -> Self {
        let mut places: HashMap<String, Vec<PagePlace>> = HashMap::new();
        for run in blank {
            places.entry(words_of(run)).or_default().push(run.place);
        }
        Self(places)
    }

    /// Whether the blank form prints the same near the same place.
    fn has_near(&self, run: &PlacedText) -> bool {
        let is_near =
            |own: &PagePlace| own.page == run.place.page && own.begins_near(run.place, MOVED_MAX);
        let places = self.0.get(&words_of(run));
        places.is_some_and(|places| places.iter().any(is_near))
    }
}

fn words_of(run: &PlacedText) -> String {
    run.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text that cannot be decoded may be a value, on a page of this form that has less of it blank.
/// Pages of other forms may be decorated as they like. The numbers of the pages of this form.
fn name_undecodable<'field>(
    (known, runs): (impl Iterator<Item = &'field FormField>, &[PlacedText]),
    blank: &[PlacedText],
    added: &[bool],
    reading: &mut DataReader,
) -> BTreeSet<usize> {
    let mut own: BTreeMap<usize, usize> = BTreeMap::new();
    for run in blank {
        *own.entry(run.place.page).or_default() += undecodable_count(run);
    }
    let widgets = known.flat_map(|field| &field.widgets);
    let mut of_form: BTreeSet<usize> = widgets.map(|widget| widget.place.page).collect();
    of_form.extend(own.keys());
    let mut found: BTreeMap<usize, usize> = BTreeMap::new();
    for (run, is_added) in runs.iter().zip(added) {
        *found.entry(run.place.page).or_default() += undecodable_count(run);
        if !is_added && undecodable_count(run) == 0 {
            of_form.insert(run.place.page);
        }
    }
    for (page, undecodable) in found {
        let is_more = undecodable > own.get(&page).copied().unwrap_or_default();
        if is_more && of_form.contains(&page) {
            let problem = "a text beside the fields cannot be decoded".to_owned();
            reading.fault(&words::page(page + 1), problem);
        }
    }
    of_form
}

/// How often a text holds what stands for characters that are not known.
fn undecodable_count(run: &PlacedText) -> usize {
    run.text.matches([UNDECODABLE, MISWRITTEN]).count()
}

/// Leaves out what only says that something on a page of this form cannot be decoded: the blank one
/// has it too, or it is named by then. On other pages it stays, as that is all that is known of it.
fn leave_out_undecodable(
    runs: &mut Vec<PlacedText>,
    added: &mut Vec<bool>,
    of_form: &BTreeSet<usize>,
) {
    let is_text = |run: &PlacedText| {
        !of_form.contains(&run.place.page)
            || !run.text.contains(UNDECODABLE)
            || run.text.contains(|character| character != UNDECODABLE)
    };
    let mut texts = runs.iter().map(is_text).collect::<Vec<_>>().into_iter();
    added.retain(|_| texts.next() == Some(true));
    runs.retain(is_text);
}
