//! Replays: first answers, for requests that are sent again.

use diesel::prelude::*;
use domain::{PaId, Timestamp};
use ports::{NewReplay, Replay, ReplayAnswer, ReplayRows, ReplayRun, StoreError};

use super::Rows;
use crate::rows::{NewReplayRow, ReplayRow};
use crate::schema::replays;

impl ReplayRows for Rows<'_> {
    fn find_replay(&mut self, scope_hash: &[u8; 32]) -> Result<Option<Replay>, StoreError> {
        self.query(|connection| {
            replays::table
                .find(scope_hash.as_slice())
                .select(ReplayRow::as_select())
                .first(connection)
                .optional()
        })?
        .map(ReplayRow::into_replay)
        .transpose()
    }

    fn begin_replay(&mut self, replay: &NewReplay) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::insert_into(replays::table)
                .values(NewReplayRow::of(replay))
                .execute(connection)
        })
        .map(drop)
    }

    fn finish_replay(
        &mut self,
        run: &ReplayRun,
        pa_id: PaId,
        answer: &ReplayAnswer,
    ) -> Result<bool, StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::update(replays::table.find(run.scope_hash.as_slice()))
                .filter(replays::since.eq(run.since.microseconds()))
                .filter(replays::status.is_null())
                .set((
                    replays::pa_id.eq(pa_id.to_string()),
                    replays::status.eq(i32::from(answer.status)),
                    replays::body.eq(&answer.body),
                ))
                .execute(connection)
        })
        .map(|count| count > 0)
    }

    fn abandon_replay(&mut self, run: &ReplayRun) -> Result<bool, StoreError> {
        self.change(|connection| {
            diesel::delete(replays::table.find(run.scope_hash.as_slice()))
                .filter(replays::since.eq(run.since.microseconds()))
                .filter(replays::status.is_null())
                .execute(connection)
        })
        .map(|count| count > 0)
    }

    fn remove_replays_of(&mut self, pa_id: PaId) -> Result<usize, StoreError> {
        let count = self.change_locked(pa_id, |connection| {
            diesel::delete(replays::table)
                .filter(replays::pa_id.eq(pa_id.to_string()))
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
            let due = diesel::alias!(replays as due);
            let (expires_at, scope_hash) = (
                due.field(replays::expires_at),
                due.field(replays::scope_hash),
            );
            let oldest = due
                .filter(expires_at.le(now.microseconds()))
                .order((expires_at, scope_hash))
                .select(scope_hash)
                .limit(i64::try_from(count_max).unwrap_or(i64::MAX));
            diesel::delete(replays::table)
                .filter(replays::scope_hash.eq_any(oldest))
                .execute(connection)
        })
    }
}
