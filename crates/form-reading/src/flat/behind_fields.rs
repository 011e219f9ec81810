//! Texts behind the fields of a form: where they may begin, and taking those out that were read.

use std::collections::HashSet;

use forms::form_content::{FormField, PlacedText};

/// The first page behind all that have fields.
pub(super) fn first_page_behind(fields: &[FormField]) -> usize {
    let widgets = fields.iter().flat_map(|field| &field.widgets);
    let pages = widgets.map(|widget| widget.place.page + 1);
    pages.max().unwrap_or(0)
}

/// Removes the texts with these numbers.
pub(super) fn take_out(texts: &mut Vec<PlacedText>, taken: &HashSet<usize>) {
    let mut number = 0;
    texts.retain(|_| {
        number += 1;
        !taken.contains(&(number - 1))
    });
}
