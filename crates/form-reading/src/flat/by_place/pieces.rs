//! A field of the blank form, and what stands in its places.

use forms::form_content::{FormField, PlacedText};

/// What is wrong where a field shows several values.
pub(super) const DIFFERENT: &str = "stands on the pages more than once, with different values";

/// A field of the blank form, with its number there and the path of its value.
#[derive(Clone, Copy)]
pub(super) struct NumberedField<'form> {
    pub(super) number: usize,
    pub(super) field: &'form FormField,
    pub(super) path: &'form str,
}

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
