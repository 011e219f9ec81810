//! What went wrong in the store.

use crate::BoxError;

/// What went wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is busy, or went away while it committed (see
    /// [`Store`](super::Store)); try again later.
    #[error("the database is unavailable")]
    Unavailable(#[source] BoxError),
    /// There is no room for more rows; nothing of the transaction was kept.
    #[error("the database is full")]
    Full(#[source] BoxError),
    /// What the work changed or saw was undone with the transaction that it shared; nothing of it
    /// was kept, whatever it said. Try again later.
    #[error("the database could not keep what it was given with this")]
    Undone(#[source] BoxError),
    /// A constraint refused the change.
    #[error("the change conflicts with what is stored")]
    Conflict(#[source] BoxError),
    /// A stored row makes no sense.
    #[error("corrupt row in {table}.{column}: {row}")]
    Corrupt {
        /// Its table.
        table: &'static str,
        /// Its column.
        column: &'static str,
        /// Its primary key.
        row: String,
    },
    /// What holds the rows is broken: nothing mends it but a backup.
    #[error(
        "the database is damaged: stop the service, call `formservice verify`, and restore a backup"
    )]
    Damaged(#[source] BoxError),
    /// Anything else.
    #[error("the database failed")]
    Failed(#[source] BoxError),
}
