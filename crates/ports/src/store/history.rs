//! The history of an application: entries that are added and never changed.

use domain::PaId;
use domain::history::{ChainEnd, HistoryEntry};

use super::StoreError;

/// The rows of histories. They go with their application.
pub trait HistoryRows {
    /// Where the history of an application ends: what the next entry is to follow. The default
    /// where there is none. As the application has it noted, whether its last entries are there or
    /// not; as the last entry says where that is a later one (a release that noted nothing may
    /// still run beside this one).
    fn find_history_end(&mut self, pa_id: PaId) -> Result<ChainEnd, StoreError>;

    /// Adds an entry to the history of a locked application, notes that it ends there, and makes
    /// its time that of the application's last activity. A number that is in use is a conflict.
    /// That the entry follows the last one is the caller's.
    fn add_history_entry(&mut self, pa_id: PaId, entry: &HistoryEntry) -> Result<(), StoreError>;

    /// The entries of an application after the first `offset` of them, oldest first, at most
    /// `count_max`, and how many there are in all.
    fn list_history(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<HistoryEntry>, u64), StoreError>;

    /// The bytes of the entries that [`HistoryRows::list_history`] would list, as they are hashed.
    fn count_history_bytes(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<u64, StoreError>;
}
