//! The history of applications: an entry for each change, in the transaction of the change.
//!
//! A change that changes nothing has no entry.

use domain::PaId;
use domain::history::{EntryContent, HISTORY_BYTES_MAX};
use ports::{StoreError, Transaction};

/// Why a change cannot be recorded, and so cannot be made.
#[derive(Debug)]
pub(crate) enum RecordError {
    /// The history is as long as changes with the application's key may make it.
    Full,
    Store(StoreError),
}

impl From<StoreError> for RecordError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Adds an entry for what this transaction changes, which holds the lock of the application.
pub(crate) fn record(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    content: EntryContent,
) -> Result<(), RecordError> {
    let entry = rows.find_history_end(pa_id)?.next(pa_id, content);
    if !entry.has_room(HISTORY_BYTES_MAX) {
        return Err(RecordError::Full);
    }
    Ok(rows.add_history_entry(pa_id, &entry)?)
}
