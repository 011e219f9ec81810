//! Fields that a file has lost and its pages show: a program has printed some of its fields and
//! left the others to fill in, or has left of a printed field all but its place.
//!
//! Only on pages on which the blank form is found whole: on those of another version a field may
//! stand where that one prints something of its own.

use forms::form_content::{FormField, PlacedText};
use forms::form_type::FormType;

use super::in_place::{ANOTHER_TEXT, differ};
use super::printed_beside::PrintedBeside;
use crate::blank_form::{BlankForm, lost_fields};
use crate::flat::{OwnPlaces, PlacedForm, letter_middle, read_in_places, spot_at, spots};
use crate::outcome::data_reader::DataReader;
use crate::page_alignment::page_transform::PageTransform;

/// The fields of the blank form that stand on no page of the file, blank, as far as it is known how
/// their pages lie.
pub(crate) fn find(fields: &[FormField], blank: &[FormField], own: &OwnPlaces) -> Vec<FormField> {
    let missing = lost_fields(fields, blank).filter(|field| {
        let mut widgets = field.widgets.iter();
        widgets.all(|widget| own.is_certain(widget.place.page))
    });
    missing.cloned().collect()
}

/// What the blank form prints beside its fields, and in these: a list prints its options.
pub(crate) fn own_texts(missing: &[FormField], blank: BlankForm<'_>) -> Vec<PlacedText> {
    let spots = spots(missing, |_| Some(PageTransform::default()));
    let is_shown = |text: &&PlacedText| {
        let spots = spots.get(&text.place.page).map_or(&[][..], Vec::as_slice);
        spot_at(spots, letter_middle(text.place)).is_some()
    };
    let shown = blank.flat.iter().filter(is_shown);
    let shown = shown.filter(|text| !blank.texts.contains(text));
    blank.texts.iter().chain(shown).cloned().collect()
}

/// These fields and the missing ones with what the pages of the file show in their places; and the
/// texts that stand elsewhere.
pub(crate) fn fill(
    form_type: &FormType,
    mut fields: Vec<FormField>,
    missing: &[FormField],
    printed: PrintedBeside<'_>,
    form: PlacedForm<'_>,
    reading: &mut DataReader,
) -> (Vec<FormField>, Vec<PlacedText>) {
    let shown = (printed.texts, printed.shapes);
    let (found, rest) = read_in_places(form_type, missing, shown, form, reading);
    for printed in found {
        let Some(kept) = fields.iter_mut().find(|field| field.name == printed.name) else {
            fields.push(printed);
            continue;
        };
        let place = form_type.place_of_template_name(&kept.name);
        if kept.is_blank() {
            *kept = printed;
        } else if place.is_some_and(|place| differ(place.kind(), kept, &printed)) {
            reading.ambiguous(&kept.name, ANOTHER_TEXT.to_owned());
        }
    }
    (fields, rest)
}
