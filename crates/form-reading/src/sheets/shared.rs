//! Files with fields that have several pages of the form on one page of theirs.

use std::collections::{BTreeMap, HashSet};

use forms::Fault;
use forms::form_content::{FormField, PlacedText};

use super::search::Placement;
use super::{are_in_their_places, areas, crowded, found_places};
use crate::blank_form::BlankForm;
use crate::flat::OwnPlaces;

/// Names the pages of a file on which several pages of the form are printed: what is written there
/// would be taken for text beside the fields of the file. A page whose fields stand there was not
/// printed; an earlier version of the form may have had all of it on one page.
pub(crate) fn shared_sheets(
    runs: &[PlacedText],
    blank: &[PlacedText],
    (of_file, of_form): (&[FormField], &[FormField]),
    own: &OwnPlaces,
) -> Vec<Fault> {
    let found = own.words().found_in(runs);
    if are_in_their_places(own, &found) {
        return Vec::new();
    }
    let blank = BlankForm {
        texts: blank,
        ..BlankForm::default()
    };
    let mut on_sheets: BTreeMap<usize, Vec<Placement>> = BTreeMap::new();
    for placement in found_places(own, &found, &areas(blank), |_| false).placements {
        let sheet = on_sheets.entry(placement.file_page).or_default();
        sheet.push(placement);
    }
    on_sheets.retain(|_, pages| pages.len() > 1);
    if on_sheets.is_empty() {
        return Vec::new();
    }
    let (in_form, in_file) = (pages_of_fields(of_form), pages_of_fields(of_file));
    let is_printed = |placement: &Placement| {
        let of_page = in_form
            .iter()
            .filter(|(_, page)| *page == placement.blank_page);
        let mut names = of_page.map(|(name, _)| *name).peekable();
        names.peek().is_some() && !names.any(|name| in_file.contains(&(name, placement.file_page)))
    };
    let shared = on_sheets.into_iter();
    let shared = shared.filter(|(_, pages)| pages.iter().any(is_printed));
    shared.map(|(sheet, _)| crowded(sheet)).collect()
}

/// The names of fields, each with every page on which it stands.
fn pages_of_fields(fields: &[FormField]) -> HashSet<(&str, usize)> {
    let places = fields.iter().flat_map(|field| {
        let widgets = field.widgets.iter();
        widgets.map(|widget| (field.name.as_str(), widget.place.page))
    });
    places.collect()
}
