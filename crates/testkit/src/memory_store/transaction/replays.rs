//! Replays: first answers, for requests that are sent again.

use domain::{PaId, Timestamp};
use ports::{NewReplay, Replay, ReplayAnswer, ReplayRows, ReplayRun, ReplayState, StoreError};

use super::MemoryTransaction;

impl ReplayRows for MemoryTransaction {
    fn find_replay(&mut self, scope_hash: &[u8; 32]) -> Result<Option<Replay>, StoreError> {
        Ok(self.looking()?.replays.get(scope_hash).cloned())
    }

    fn begin_replay(&mut self, replay: &NewReplay) -> Result<(), StoreError> {
        let state = self.changing()?;
        let is_stored = |pa_id| state.applications.contains_key(&pa_id);
        if !replay.pa_id.is_none_or(is_stored) {
            return self.conflict("the replay is of no application");
        }
        if state.replays.contains_key(&replay.run.scope_hash) {
            return self.conflict("the scope has a replay already");
        }
        let begun = Replay {
            request_hash: replay.request_hash,
            state: ReplayState::Running {
                since: replay.run.since,
            },
            expires_at: replay.expires_at,
            pa_id: replay.pa_id,
        };
        state.replays.insert(replay.run.scope_hash, begun);
        Ok(())
    }

    fn finish_replay(
        &mut self,
        run: &ReplayRun,
        pa_id: PaId,
        answer: &ReplayAnswer,
    ) -> Result<bool, StoreError> {
        let replays = &mut self.changing_locked(pa_id)?.replays;
        let replay = replays.get_mut(&run.scope_hash);
        let Some(replay) = replay.filter(|replay| is_running(replay, run)) else {
            return Ok(false);
        };
        replay.state = ReplayState::Done(answer.clone());
        replay.pa_id = Some(pa_id);
        Ok(true)
    }

    fn abandon_replay(&mut self, run: &ReplayRun) -> Result<bool, StoreError> {
        let replays = &mut self.changing()?.replays;
        let replay = replays.get(&run.scope_hash);
        let is_there = replay.is_some_and(|replay| is_running(replay, run));
        if is_there {
            replays.remove(&run.scope_hash);
        }
        Ok(is_there)
    }

    fn remove_replays_of(&mut self, pa_id: PaId) -> Result<usize, StoreError> {
        let replays = &mut self.changing_locked(pa_id)?.replays;
        let count_before = replays.len();
        replays.retain(|_, replay| replay.pa_id != Some(pa_id));
        Ok(count_before - replays.len())
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

fn is_running(replay: &Replay, run: &ReplayRun) -> bool {
    replay.state == ReplayState::Running { since: run.since }
}
