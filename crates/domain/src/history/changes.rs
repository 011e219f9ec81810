//! What a change has changed, as paths with the values before and after.

mod belongings;
mod data;

use forms::Value;

pub(super) use belongings::is_beside_data;
pub use belongings::{
    attachment_added, attachment_cleared, attachment_removed, justification_changes, offer_added,
    offer_removed, original_added, position_moved, preferred_change,
};
pub use data::changes_between;

/// What stood at a path, and what does now; null where there is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryChange {
    /// Dotted; items of lists by their index.
    pub path: String,
    /// What stood there before; null where nothing did.
    pub before: Value,
    /// What has stood there since; null where nothing does.
    pub after: Value,
}

impl HistoryChange {
    /// A change of a value.
    pub fn new(path: impl Into<String>, before: Value, after: Value) -> Self {
        Self {
            path: path.into(),
            before,
            after,
        }
    }
}
