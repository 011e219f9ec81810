//! Lists of which the options that are chosen are marked.

use std::collections::HashSet;

use forms::form_content::{FormField, PlacedText};

use super::pieces::{DIFFERENT, NumberedField, Pieces, with_options};
use crate::outcome::data_reader::DataReader;
use crate::text_layout::text_in_place::{OF_SEVERAL, is_of_several, listed, with_text};

/// A list of which the options that are chosen are marked, in these widgets.
pub(super) fn chosen_in(
    numbered: NumberedField<'_>,
    pieces: &Pieces,
    first: &[PlacedText],
    reading: &mut DataReader,
) -> FormField {
    let NumberedField { field, path, .. } = numbered;
    let options = pieces.iter().map(|(_, pieces)| chosen(field, pieces));
    if options.collect::<HashSet<_>>().len() > 1 {
        reading.ambiguous(path, DIFFERENT.to_owned());
    }
    let mut texts = listed(first).into_iter();
    if texts.any(|text| is_of_several(field, &text)) {
        reading.ambiguous(path, OF_SEVERAL.to_owned());
    }
    with_options(field, chosen(field, first))
}

/// The options of a list that these pieces show.
fn chosen(field: &FormField, pieces: &[PlacedText]) -> Vec<String> {
    let texts = listed(pieces).into_iter();
    texts
        .flat_map(|text| with_text(field, &text).values)
        .collect()
}
