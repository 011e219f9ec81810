//! Continuation pages: everything that has no field in the template or does not fit into it.
//!
//! Values without a field of their own get a real one here, so that the filled form reads back as
//! the same data; texts that overflow a field of the template stand here once more, whole, under
//! their label. A text longer than a page has a field that names the page on which it begins and
//! flows over as many pages as it takes. The work grows with the length of the texts only.

mod columns;
mod draw;
mod flow;
mod header;
mod names;
mod plan;
mod planner;
mod table;

use forms::writing::WrittenChoice;

pub(crate) use draw::{DrawnField, DrawnPages, draw};
pub(crate) use plan::{Plan, plan};
pub(crate) use planner::{RunningText, VALUE_SIZE};

/// Something that has to stand on a continuation page.
pub(crate) struct ContinuationEntry {
    /// The position of its value among the written fields.
    pub(crate) written: usize,
    pub(crate) section: String,
    pub(crate) label: String,
    pub(crate) text: String,
    /// The full name of its field, in the template or to be made.
    pub(crate) name: String,
    /// The field to be made for it, where the template has none.
    pub(crate) field: Option<NewField>,
    pub(crate) cell: Option<Cell>,
}

/// A field that the template lacks.
pub(crate) struct NewField {
    /// The chosen options of a choice; empty for a text.
    pub(crate) choices: Vec<WrittenChoice>,
}

/// A place in a table of the form.
pub(crate) struct Cell {
    /// The path of the table, as two may have the same caption.
    pub(crate) table: String,
    /// The headings of all its columns.
    pub(crate) headings: Vec<String>,
    /// How wide the columns are, compared with each other, where their values let them.
    pub(crate) shares: Vec<f32>,
    /// Which columns hold numbers, which are set flush right.
    pub(crate) numbers: Vec<bool>,
    /// From 0.
    pub(crate) row: usize,
    /// From 0.
    pub(crate) column: usize,
}

impl Cell {
    /// Whether the values of a column are set flush right.
    fn is_right(&self, column: usize) -> bool {
        self.numbers.get(column).copied().unwrap_or(false)
    }
}
