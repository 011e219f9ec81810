//! What one entry says: the part that is hashed.

use super::{Action, Author, HistoryChange};
use crate::Timestamp;

/// What an entry says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryContent {
    /// When it was done.
    pub at: Timestamp,
    /// By whom.
    pub by: Author,
    /// What was done.
    pub action: Action,
    /// What is different since then; never a key, never bytes of a file.
    pub changes: Vec<HistoryChange>,
}
