//! The history of applications: an entry for each change, in the transaction of the change.
//!
//! A change that changes nothing has no entry.

use domain::history::{Action, Author, EntryContent, HISTORY_BYTES_MAX, HistoryChange};
use domain::{PaId, Timestamp};
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

/// Adds an entry for the changes of this transaction, which holds the lock of the application. Adds
/// none if `changes` is empty.
pub(crate) fn record(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    (by, at): (Author, Timestamp),
    action: Action,
    changes: Vec<HistoryChange>,
) -> Result<(), RecordError> {
    let content = EntryContent {
        at,
        by,
        action,
        changes,
    };
    record_within(rows, pa_id, content, HISTORY_BYTES_MAX)
}

fn record_within(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    content: EntryContent,
    bytes_max: u64,
) -> Result<(), RecordError> {
    let entry = rows.find_history_end(pa_id)?.next(pa_id, content);
    if !entry.has_room(bytes_max) {
        return Err(RecordError::Full);
    }
    Ok(rows.add_history_entry(pa_id, &entry)?)
}
