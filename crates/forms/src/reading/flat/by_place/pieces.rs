//! What stands in the places of a field.

use crate::form_content::{FormField, PlacedText};

/// What is wrong where a field shows several values.
pub(super) const DIFFERENT: &str = "stands on the pages more than once, with different values";

/// What stands in the widgets of a field, by their numbers.
pub(super) type Pieces = Vec<(usize, Vec<PlacedText>)>;

pub(super) fn is_marked(piece: &PlacedText) -> bool {
    piece.field.is_some()
}

pub(super) fn with_options(field: &FormField, values: Vec<String>) -> FormField {
    FormField {
        values,
        ..field.clone()
    }
}
