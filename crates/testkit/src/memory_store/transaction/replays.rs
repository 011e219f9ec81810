//! Replays: first answers, for requests that are sent again.

use domain::{PaId, Timestamp};
use ports::{Replay, ReplayRows, StoreError};

use super::MemoryTransaction;

impl ReplayRows for MemoryTransaction {
    fn find_replay(&mut self, scope_hash: &[u8; 32]) -> Result<Option<Replay>, StoreError> {
        Ok(self.looking()?.replays.get(scope_hash).cloned())
    }

    fn add_replay(&mut self, replay: &Replay) -> Result<(), StoreError> {
        let state = self.changing_locked(replay.pa_id)?;
        if state.replays.contains_key(&replay.scope_hash) {
            return self.conflict("the scope has a replay already");
        }
        state.replays.insert(replay.scope_hash, replay.clone());
        Ok(())
    }

    fn remove_expired_replay(
        &mut self,
        scope_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let replays = &mut self.changing()?.replays;
        let replay = replays.get(scope_hash);
        let is_due = replay.is_some_and(|replay| replay.expires_at <= now);
        if is_due {
            replays.remove(scope_hash);
        }
        Ok(is_due)
    }

    fn erase_replays_of(&mut self, pa_id: PaId) -> Result<usize, StoreError> {
        let replays = &mut self.changing_locked(pa_id)?.replays;
        let answers = replays
            .values_mut()
            .filter(|replay| replay.pa_id == pa_id && !replay.answer.is_empty())
            .map(|replay| replay.answer.clear());
        Ok(answers.count())
    }

    fn remove_replays_before(
        &mut self,
        now: Timestamp,
        count_max: usize,
    ) -> Result<usize, StoreError> {
        let replays = &mut self.changing()?.replays;
        let due = replays
            .iter()
            .filter(|(_, replay)| replay.expires_at <= now);
        let mut due: Vec<_> = due
            .map(|(scope_hash, replay)| (replay.expires_at, *scope_hash))
            .collect();
        due.sort_unstable();
        due.truncate(count_max);
        for (_, scope_hash) in &due {
            replays.remove(scope_hash);
        }
        Ok(due.len())
    }
}
