//! What was read from the printed text of a form: beside its fields, or of the flat pages.

use super::sources::Sources;
use crate::form_content::PagePlace;
use crate::value::{Object, Value};

/// The values, other fields and left-over lines that are printed on the pages of a form.
#[derive(Default)]
pub(super) struct PrintedValues {
    /// Values of fields and of cells that are no fields of the file, by path.
    pub(super) values: Vec<(String, Value)>,
    /// Other fields, printed under their names.
    pub(super) others: Object,
    /// What stands elsewhere on the pages, line by line.
    pub(super) page_texts: Vec<PageText>,
    /// Where the values were read.
    pub(super) sources: Sources,
}

/// A printed line that belongs to no field or label.
#[derive(Default)]
pub(super) struct PageText {
    /// Page number, from 0.
    pub(super) page: usize,
    pub(super) text: String,
    pub(super) place: Option<PagePlace>,
}
