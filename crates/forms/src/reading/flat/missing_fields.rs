//! Fields that a file has lost and its pages show: a program has printed some of its fields and
//! left the others to fill in, or has left of a printed field all but its place.
//!
//! Only on pages on which the blank form is found whole: on those of another version a field may
//! stand where that one prints something of its own.

use std::collections::HashSet;

use super::own_places::OwnPlaces;
use super::painted_marks::PaintedMarks;
use super::{by_place, refuse_missing};
use crate::form_content::{FormField, PlacedText};
use crate::form_type::FormType;
use crate::reading::beside_fields::PrintedBeside;
use crate::reading::in_place::{ANOTHER_TEXT, differ};
use crate::reading::printed_values::PrintedValues;
use crate::reading::{BlankForm, DataReader};

/// These fields and those of the blank form that stand on no page of the file, with what its pages
/// show in their places; and the texts that stand elsewhere.
pub(in crate::reading) fn fill_missing(
    form_type: &FormType,
    mut fields: Vec<FormField>,
    (printed, blank, own): (PrintedBeside<'_>, BlankForm<'_>, &OwnPlaces),
    reading: &mut DataReader,
) -> (Vec<FormField>, Vec<PlacedText>) {
    let missing = missing(&fields, blank.fields, own);
    if missing.is_empty() {
        return (fields, printed.texts.to_vec());
    }
    let marks = PaintedMarks::of(printed.shapes, blank.shapes);
    let placed = by_place::split(form_type, &missing, (printed.texts, marks), own, reading);
    refuse_missing(&placed.referring, &PrintedValues::default(), reading);
    for printed in placed.fields {
        let Some(kept) = fields.iter_mut().find(|field| field.name == printed.name) else {
            fields.push(printed);
            continue;
        };
        let place = form_type.place_of_template_name(&kept.name);
        if kept.values.iter().all(|value| value.trim().is_empty()) {
            *kept = printed;
        } else if place.is_some_and(|place| differ(place.kind(), kept, &printed)) {
            reading.ambiguous(&kept.name, ANOTHER_TEXT.to_owned());
        }
    }
    (fields, placed.rest)
}

/// The fields of the blank form that stand on no page of the file, blank, as far as it is known how
/// their pages lie.
fn missing(fields: &[FormField], blank: &[FormField], own: &OwnPlaces) -> Vec<FormField> {
    let on_pages = fields.iter().filter(|field| !field.widgets.is_empty());
    let on_pages: HashSet<&str> = on_pages.map(|field| field.name.as_str()).collect();
    let missing = blank.iter().filter(|field| {
        let mut widgets = field.widgets.iter();
        !on_pages.contains(field.name.as_str())
            && widgets.all(|widget| own.is_certain(widget.place.page))
    });
    missing.cloned().collect()
}
