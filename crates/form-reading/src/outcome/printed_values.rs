//! What was read from the printed text of a form: beside its fields, or of the flat pages.

use forms::form_content::PagePlace;
use forms::value::{Object, Value};

use super::sources::Sources;

/// The values, other fields and left-over lines that are printed on the pages of a form.
#[derive(Default)]
pub(crate) struct PrintedValues {
    /// Values of fields and of cells that are no fields of the file, by path.
    pub(crate) values: Vec<(String, Value)>,
    /// Other fields, printed under their names.
    pub(crate) others: Object,
    /// What stands elsewhere on the pages, line by line.
    pub(crate) page_texts: Vec<PageText>,
    /// Where the values were read.
    pub(crate) sources: Sources,
}

/// A printed line that belongs to no field or label.
#[derive(Default)]
pub(crate) struct PageText {
    /// Page number, from 0.
    pub(crate) page: usize,
    pub(crate) text: String,
    pub(crate) place: Option<PagePlace>,
}
