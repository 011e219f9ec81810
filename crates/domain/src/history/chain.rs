//! Whether a history is the one that was written.

use super::{ChainEnd, HistoryEntry};
use crate::PaId;

/// What is wrong with a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainFault {
    /// There is no entry of this number, but a later one.
    Missing {
        /// Its number.
        number: u64,
    },
    /// The entry is not what was hashed, or does not follow the one before it.
    Changed {
        /// Its number.
        number: u64,
    },
}

/// Everything that is wrong with the entries of an application, given from the oldest on. That the
/// newest ones are missing cannot be told from the others, see [`fault_at`].
pub fn faults_in(pa_id: PaId, entries: &[HistoryEntry]) -> Vec<ChainFault> {
    let mut faults = Vec::new();
    let mut end = ChainEnd::default();
    for entry in entries {
        let expected = end.number.saturating_add(1);
        if entry.number == expected {
            if end.next(pa_id, entry.content.clone()) != *entry {
                let number = entry.number;
                faults.push(ChainFault::Changed { number });
            }
        } else {
            // What the entry follows is not there, so what it says cannot be judged.
            faults.push(ChainFault::Missing { number: expected });
        }
        end = entry.end();
    }
    faults
}

/// What is wrong with entries of which it is known from elsewhere that one of them is this one.
pub fn fault_at(end: &ChainEnd, entries: &[HistoryEntry]) -> Option<ChainFault> {
    let last = entries.last().map_or(0, |entry| entry.number);
    if end.number > last {
        let number = last.saturating_add(1);
        return Some(ChainFault::Missing { number });
    }
    let entry = entries.iter().find(|entry| entry.number == end.number)?;
    let number = entry.number;
    (entry.hash != end.hash).then_some(ChainFault::Changed { number })
}
