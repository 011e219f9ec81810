//! What there is to read beside the fields of a file.

use forms::form_content::{FormField, PaintedShape, PlacedText};

/// What the pages of a file show beside its fields.
#[derive(Clone, Copy)]
pub(crate) struct PrintedBeside<'file> {
    pub(crate) texts: &'file [PlacedText],
    /// Empty where the file has all fields of the blank form.
    pub(crate) shapes: &'file [PaintedShape],
    /// The fields of the blank form, which tell on which of its pages each stands.
    pub(crate) of_form: &'file [FormField],
}
