//! Replays: first answers, for requests that are sent again.

use diesel::prelude::*;
use domain::{PaId, Timestamp};
use ports::{Replay, ReplayRows, StoreError};

use super::{Rows, due_replays};
use crate::rows::{NewReplayRow, ReplayRow};
use crate::schema::replays;

impl ReplayRows for Rows<'_> {
    fn find_replay(&mut self, scope_hash: &[u8; 32]) -> Result<Option<Replay>, StoreError> {
        self.query(|connection| {
            replays::table
                .find(scope_hash.as_slice())
                .select(ReplayRow::as_select())
                .get_result(connection)
                .optional()
        })?
        .map(ReplayRow::into_replay)
        .transpose()
    }

    fn add_replay(&mut self, replay: &Replay) -> Result<(), StoreError> {
        self.change_locked(replay.pa_id, |connection| {
            diesel::insert_into(replays::table)
                .values(NewReplayRow::of(replay))
                .execute(connection)
        })
        .map(drop)
    }

    fn remove_expired_replay(
        &mut self,
        scope_hash: &[u8; 32],
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.change(|connection| {
            diesel::delete(replays::table.find(scope_hash.as_slice()))
                .filter(replays::expires_at.le(now.microseconds()))
                .execute(connection)
        })
        .map(|count| count > 0)
    }

    fn erase_replays_of(&mut self, pa_id: PaId) -> Result<usize, StoreError> {
        let count = self.change_locked(pa_id, |connection| {
            diesel::update(replays::table)
                .filter(replays::pa_id.eq(pa_id.to_string()))
                .filter(replays::answer.ne(b"".as_slice()))
                .set(replays::answer.eq(b"".as_slice()))
                .execute(connection)
        })?;
        self.erased |= count > 0;
        Ok(count)
    }

    fn remove_replays_before(
        &mut self,
        now: Timestamp,
        count_max: usize,
    ) -> Result<usize, StoreError> {
        self.change(|connection| {
            let count_max = i64::try_from(count_max).unwrap_or(i64::MAX);
            let due = due_replays(connection, now, count_max)?;
            if due.is_empty() {
                return Ok(0);
            }
            diesel::delete(replays::table)
                .filter(replays::scope_hash.eq_any(due))
                .execute(connection)
        })
    }
}
