//! What reading knows of the blank form, with which a file is compared.
//!
//! Here belongs what is known before any file is there; what a file has of it is found in
//! [`crate::page_alignment`].

pub(crate) mod template_texts;

use std::collections::HashSet;

use forms::form_content::{FormField, PagePlace, PaintedShape, PlacedText, UndecodableText};

/// What is known of the blank form. By default nothing: the same data is read then, as far as
/// labels say what it is, and texts of the form that are no labels are kept among the other fields.
#[derive(Debug, Clone, Copy, Default)]
pub struct BlankForm<'form> {
    /// The text that it prints; of a file that has fields, beside these.
    pub texts: &'form [PlacedText],
    /// The text that it prints flattened, for files that have lost some of its fields.
    pub flat: &'form [PlacedText],
    /// Its fields, for files that have none, or lack some.
    pub fields: &'form [FormField],
    /// Where it asks for signatures.
    pub signatures: &'form [PagePlace],
    /// The small shapes that it paints in its boxes while they are off, for the same files.
    pub shapes: &'form [PaintedShape],
    /// What its boxes paint when they are on, as far as nothing else shows it: see
    /// [`crate::looks_of_boxes_on`].
    pub shapes_on: &'form [PaintedShape],
    /// Its strings that cannot be decoded, for files without fields.
    pub undecodable: &'form [UndecodableText],
}

/// The fields of a blank form that stand on no page of a file with these fields: what was filled in
/// in them may be printed there.
pub fn lost_fields<'blank>(
    fields: &[FormField],
    blank: &'blank [FormField],
) -> impl Iterator<Item = &'blank FormField> {
    let on_pages = fields.iter().filter(|field| !field.widgets.is_empty());
    let on_pages: HashSet<&str> = on_pages.map(|field| field.name.as_str()).collect();
    let own = blank.iter();
    own.filter(move |own| !on_pages.contains(own.name.as_str()))
}
