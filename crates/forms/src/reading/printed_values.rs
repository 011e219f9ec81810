//! What the text beside the fields of a form says.

use super::sources::Sources;
use crate::value::{Object, Value};

/// What is printed on the pages of a form with fields.
#[derive(Default)]
pub(super) struct PrintedValues {
    /// Values of fields and of cells that are no fields of the file, by path.
    pub(super) values: Vec<(String, Value)>,
    /// Other fields, printed under their names.
    pub(super) others: Object,
    /// What stands elsewhere on a page, by its number from 0.
    pub(super) page_texts: Vec<(usize, String)>,
    /// Where the values were read.
    pub(super) sources: Sources,
}
