//! One entry, and where the chain of them ends.

use super::{Author, EntryContent, hash};
use crate::PaId;

/// How many bytes of an application's history, as they are hashed, may come from changes by the
/// holder of its key; whoever holds a master key may go on.
pub const HISTORY_BYTES_MAX: u64 = 20 * 1_048_576;

/// An entry as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryEntry {
    /// Counted from 1 without a gap.
    pub number: u64,
    /// What it says.
    pub content: EntryContent,
    /// SHA-256 of what it says and of the hash before it.
    pub hash: [u8; 32],
    /// How many bytes were hashed for it and all before it.
    pub total_bytes: u64,
}

/// The last entry, as the next one needs it; the default where there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ChainEnd {
    /// Its number; 0 where there is none.
    pub number: u64,
    /// Its hash; 32 zero bytes where there is none.
    pub hash: [u8; 32],
    /// How many bytes were hashed for it and all before it.
    pub total_bytes: u64,
}

impl ChainEnd {
    /// The entry of an application that follows.
    pub fn next(&self, pa_id: PaId, content: EntryContent) -> HistoryEntry {
        let number = self.number.saturating_add(1);
        let hashed = hash::bytes(pa_id, number, &content, &self.hash);
        let size_bytes = u64::try_from(hashed.len()).unwrap_or(u64::MAX);
        HistoryEntry {
            number,
            content,
            hash: hash::of(&hashed),
            total_bytes: self.total_bytes.saturating_add(size_bytes),
        }
    }
}

impl HistoryEntry {
    /// The chain as it ends with this entry.
    pub fn end(&self) -> ChainEnd {
        ChainEnd {
            number: self.number,
            hash: self.hash,
            total_bytes: self.total_bytes,
        }
    }

    /// Whether the history may still grow by this entry: always, if it is not by the holder of the
    /// application's key, else up to so many bytes.
    pub fn has_room(&self, bytes_max: u64) -> bool {
        self.content.by != Author::Application || self.total_bytes <= bytes_max
    }
}
