//! The row that makes no sense which the work of this thread has come upon.
//!
//! What became of it is for the work to say, in an error of its own; whoever watches the database
//! has to learn of it all the same. A work runs on one thread from its begin to its end, so the
//! conversions of rows, which know nothing of transactions, leave it there.

use std::cell::RefCell;

use ports::StoreError;

thread_local! {
    static NOTED: RefCell<Option<SenselessRow>> = const { RefCell::new(None) };
}

/// Where a column makes no sense.
#[derive(Clone)]
pub(crate) struct SenselessRow {
    pub(super) table: &'static str,
    pub(super) column: &'static str,
    /// The primary key.
    pub(super) row: String,
}

impl SenselessRow {
    /// The port's error for it.
    pub(crate) fn into_error(self) -> StoreError {
        StoreError::Corrupt {
            table: self.table,
            column: self.column,
            row: self.row,
        }
    }
}

/// Notes the row for the work that runs.
pub(super) fn note(row: SenselessRow) {
    NOTED.with_borrow_mut(|noted| *noted = Some(row));
}

/// The row that was noted last since this was called before.
pub(crate) fn take() -> Option<SenselessRow> {
    NOTED.with_borrow_mut(Option::take)
}
