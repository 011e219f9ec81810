//! What the text beside the fields of a form says.

use super::sources::Sources;
use crate::form_content::PagePlace;
use crate::value::{Object, Value};

/// What is printed on the pages of a form with fields.
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

/// A line that belongs to nothing.
#[derive(Default)]
pub(super) struct PageText {
    /// Page number, from 0.
    pub(super) page: usize,
    pub(super) text: String,
    pub(super) place: Option<PagePlace>,
}
