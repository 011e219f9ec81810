//! Rows copied as they are, with their ids.

use domain::attachment::Attachment;
use domain::cost_position::{Offer, PositionIndex};
use domain::history::{ChainEnd, HistoryEntry};
use domain::{PaId, Timestamp};
use ports::{ArchiveRows, Counters, Replay, StoreError, StoredKey};

use super::MemoryTransaction;

impl ArchiveRows for MemoryTransaction {
    fn list_pa_ids(
        &mut self,
        after: Option<PaId>,
        count_max: usize,
    ) -> Result<Vec<PaId>, StoreError> {
        let stored = self.looking()?.applications.keys().copied();
        let after_it = stored.filter(|pa_id| after.is_none_or(|after| after < *pa_id));
        Ok(after_it.take(count_max).collect())
    }

    /// None: no other can be put in.
    fn list_senseless_pa_ids(&mut self, _count_max: usize) -> Result<Vec<String>, StoreError> {
        self.looking()?;
        Ok(Vec::new())
    }

    fn find_key_of(&mut self, pa_id: PaId) -> Result<Option<StoredKey>, StoreError> {
        let mut keys = self.looking()?.keys.values();
        Ok(keys.find(|key| key.pa_id == pa_id).cloned())
    }

    fn list_replays_of(&mut self, pa_id: PaId) -> Result<Vec<Replay>, StoreError> {
        let replays = self.looking()?.replays.values();
        let of_it = replays.filter(|replay| replay.pa_id == pa_id);
        Ok(of_it.cloned().collect())
    }

    fn add_attachment_with_id(
        &mut self,
        pa_id: PaId,
        attachment: &Attachment,
    ) -> Result<(), StoreError> {
        let state = self.changing_locked(pa_id)?;
        let is_same = |other: &Attachment| {
            other.id == attachment.id || other.file.blob == attachment.file.blob
        };
        if state.attachments.values().any(is_same) {
            return self.conflict("the id or the blob is another attachment's");
        }
        state.last_attachment_id = state.last_attachment_id.max(attachment.id.0);
        let key = (pa_id, attachment.id);
        state.attachments.insert(key, attachment.clone());
        Ok(())
    }

    fn add_offer_with_id(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        offer: &Offer,
    ) -> Result<(), StoreError> {
        let state = self.changing_locked(pa_id)?;
        let mut offers = state
            .positions
            .values()
            .flat_map(|position| &position.offers);
        if offers.any(|other| other.id == offer.id) {
            return self.conflict("the id is another offer's");
        }
        let is_stored = |id| state.attachments.contains_key(&(pa_id, id));
        if !offer.content.attachment.is_none_or(is_stored) {
            return self.conflict("the attachment is none of the application");
        }
        state.last_offer_id = state.last_offer_id.max(offer.id.0);
        let position = state.positions.entry((pa_id, index)).or_default();
        position.offers.push(offer.clone());
        position.offers.sort_by_key(|offer| offer.id);
        Ok(())
    }

    fn list_history_after(
        &mut self,
        pa_id: PaId,
        after: &ChainEnd,
        bytes_max: u64,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let entries = self.looking()?.history_of(pa_id);
        let later: Vec<_> = entries
            .filter(|entry| entry.number > after.number)
            .collect();
        let bytes_end = after.total_bytes.saturating_add(bytes_max);
        let within = later
            .iter()
            .take_while(|entry| entry.total_bytes <= bytes_end);
        let count = within.count().max(1).min(later.len());
        Ok(later.into_iter().take(count).cloned().collect())
    }

    fn add_history(
        &mut self,
        pa_id: PaId,
        entries: &[HistoryEntry],
        end: &ChainEnd,
    ) -> Result<(), StoreError> {
        let state = self.changing_locked(pa_id)?;
        for entry in entries {
            let key = (pa_id, entry.number);
            if state.history.insert(key, entry.clone()).is_some() {
                return self.conflict("the number of the entry is in use");
            }
        }
        state.history_ends.insert(pa_id, *end);
        Ok(())
    }

    fn find_counters(&mut self) -> Result<Counters, StoreError> {
        let state = self.looking()?;
        Ok(Counters {
            last_numbers: state.last_numbers.clone(),
            last_attachment_id: state.last_attachment_id,
            last_offer_id: state.last_offer_id,
        })
    }

    fn list_senseless_counters(&mut self) -> Result<Vec<StoreError>, StoreError> {
        self.looking().map(|_| Vec::new())
    }

    fn raise_counters(&mut self, counters: &Counters) -> Result<(), StoreError> {
        let state = self.changing()?;
        for (year, number) in &counters.last_numbers {
            let last = state.last_numbers.entry(*year).or_default();
            *last = number.max(last).to_owned();
        }
        state.last_attachment_id = state.last_attachment_id.max(counters.last_attachment_id);
        state.last_offer_id = state.last_offer_id.max(counters.last_offer_id);
        Ok(())
    }

    fn find_unfinished_copy(&mut self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.looking()?.unfinished_copy)
    }

    fn note_unfinished_copy(&mut self, begun_at: Timestamp) -> Result<(), StoreError> {
        self.changing()?.unfinished_copy.get_or_insert(begun_at);
        Ok(())
    }

    fn forget_unfinished_copy(&mut self) -> Result<(), StoreError> {
        self.changing()?.unfinished_copy = None;
        Ok(())
    }
}
