//! The history of an application.

use domain::PaId;
use domain::history::{ChainEnd, HistoryEntry};
use ports::{HistoryRows, StoreError};

use super::MemoryTransaction;

impl HistoryRows for MemoryTransaction {
    fn find_history_end(&mut self, pa_id: PaId) -> Result<ChainEnd, StoreError> {
        let state = self.looking()?;
        let last = state.history_of(pa_id).next_back().map(HistoryEntry::end);
        let noted = state.history_ends.get(&pa_id).copied();
        let ends = noted.into_iter().chain(last);
        // Of two that are alike the first one, which is noted.
        let later = ends.reduce(|one, other| {
            if other.number > one.number {
                other
            } else {
                one
            }
        });
        Ok(later.unwrap_or_default())
    }

    fn add_history_entry(&mut self, pa_id: PaId, entry: &HistoryEntry) -> Result<(), StoreError> {
        let state = self.changing_locked(pa_id)?;
        let key = (pa_id, entry.number);
        if state.history.contains_key(&key) {
            return self.conflict("the number of the entry is in use");
        }
        state.history.insert(key, entry.clone());
        state.history_ends.insert(pa_id, entry.end());
        if let Some(application) = state.applications.get_mut(&pa_id) {
            application.activity_at = entry.content.at;
        }
        Ok(())
    }

    fn list_history(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<HistoryEntry>, u64), StoreError> {
        let state = self.looking()?;
        let total_count = u64::try_from(state.history_of(pa_id).count()).unwrap_or(u64::MAX);
        let page = state
            .history_of(pa_id)
            .skip(usize::try_from(offset).unwrap_or(usize::MAX))
            .take(count_max);
        Ok((page.cloned().collect(), total_count))
    }

    fn count_history_bytes(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<u64, StoreError> {
        let before = match offset.checked_sub(1) {
            Some(before) => self.list_history(pa_id, 1, before)?.0,
            None => Vec::new(),
        };
        let listed = self.list_history(pa_id, count_max, offset)?.0;
        let [before, last] = [before, listed].map(|entries| {
            let last = entries.last();
            last.map_or(0, |entry| entry.total_bytes)
        });
        Ok(last.saturating_sub(before))
    }
}
