//! The history of an application: an entry for each change, chained by hashes.
//!
//! An entry is never changed once it is written. Its hash is made of its content and of the hash
//! before it, so whoever has the newest hash can tell whether anything older was touched.

mod action;
mod chain;
mod changes;
mod entry;
mod entry_content;
mod hash;
mod replayed;

pub use action::{Action, Author};
pub use chain::{ChainFault, fault_at, faults_in};
pub use changes::{
    HistoryChange, attachment_added, attachment_cleared, attachment_removed, changes_between,
    justification_changes, offer_added, offer_removed, original_added, position_moved,
    preferred_change,
};
pub use entry::{ChainEnd, HISTORY_BYTES_MAX, HistoryEntry};
pub use entry_content::EntryContent;
pub use replayed::paths_apart;

#[cfg(test)]
mod tests;
