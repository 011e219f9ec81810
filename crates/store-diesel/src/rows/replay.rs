//! Rows of `replays`.

use diesel::{Insertable, Queryable, Selectable};
use domain::PaId;
use ports::{Replay, StoreError};

use super::{corrupt, digest, time};
use crate::schema::replays;

/// A row of `replays`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = replays)]
pub(crate) struct ReplayRow {
    scope_hash: Vec<u8>,
    request_hash: Vec<u8>,
    pa_id: String,
    answer: Vec<u8>,
    expires_at: i64,
}

/// A row of `replays` that is added.
#[derive(Insertable)]
#[diesel(table_name = replays, treat_none_as_default_value = false)]
pub(crate) struct NewReplayRow<'replay> {
    scope_hash: &'replay [u8],
    request_hash: &'replay [u8],
    pa_id: String,
    answer: &'replay [u8],
    expires_at: i64,
}

impl ReplayRow {
    /// The replay of the row. An error names the application: the primary key is of no use to a
    /// reader.
    pub(crate) fn into_replay(self) -> Result<Replay, StoreError> {
        let wrong = |column| corrupt("replays", column, &self.pa_id);
        Ok(Replay {
            scope_hash: digest(self.scope_hash, || wrong("scope_hash"))?,
            request_hash: digest(self.request_hash, || wrong("request_hash"))?,
            pa_id: PaId::parse(&self.pa_id).ok_or_else(|| wrong("pa_id"))?,
            answer: self.answer,
            expires_at: time(self.expires_at, || wrong("expires_at"))?,
        })
    }
}

impl<'replay> NewReplayRow<'replay> {
    /// The row of a replay.
    pub(crate) fn of(replay: &'replay Replay) -> Self {
        Self {
            scope_hash: &replay.scope_hash,
            request_hash: &replay.request_hash,
            pa_id: replay.pa_id.to_string(),
            answer: &replay.answer,
            expires_at: replay.expires_at.microseconds(),
        }
    }
}
