//! Rows of `replays`.

use diesel::{Insertable, Queryable, Selectable};
use domain::PaId;
use ports::{NewReplay, Replay, ReplayAnswer, ReplayState, StoreError};

use super::{corrupt, digest, time};
use crate::schema::replays;

/// A row of `replays`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = replays)]
pub(crate) struct ReplayRow {
    request_hash: Vec<u8>,
    pa_id: Option<String>,
    since: i64,
    expires_at: i64,
    status: Option<i32>,
    body: Option<Vec<u8>>,
}

/// A row of `replays` that has no answer yet.
#[derive(Insertable)]
#[diesel(table_name = replays)]
pub(crate) struct NewReplayRow<'replay> {
    scope_hash: &'replay [u8],
    request_hash: &'replay [u8],
    pa_id: Option<String>,
    since: i64,
    expires_at: i64,
}

impl ReplayRow {
    /// The replay of the row. An error names the application, if there is one: the primary key is of no use to a reader.
    pub(crate) fn into_replay(self) -> Result<Replay, StoreError> {
        let row = self.pa_id.clone().unwrap_or_else(|| "an upload".to_owned());
        let wrong = |column| corrupt("replays", column, &row);
        let state = match (self.status, self.body) {
            (None, _) => ReplayState::Running {
                since: time(self.since, || wrong("since"))?,
            },
            (Some(status), Some(body)) => ReplayState::Done(ReplayAnswer {
                status: u16::try_from(status).map_err(|_| wrong("status"))?,
                body,
            }),
            (Some(_), None) => return Err(wrong("body")),
        };
        let pa_id = |text: String| PaId::parse(&text).ok_or_else(|| wrong("pa_id"));
        Ok(Replay {
            request_hash: digest(self.request_hash, || wrong("request_hash"))?,
            state,
            expires_at: time(self.expires_at, || wrong("expires_at"))?,
            pa_id: self.pa_id.map(pa_id).transpose()?,
        })
    }
}

impl<'replay> NewReplayRow<'replay> {
    /// The row of a replay that begins.
    pub(crate) fn of(replay: &'replay NewReplay) -> Self {
        Self {
            scope_hash: &replay.run.scope_hash,
            request_hash: &replay.request_hash,
            pa_id: replay.pa_id.map(|pa_id| pa_id.to_string()),
            since: replay.run.since.microseconds(),
            expires_at: replay.expires_at.microseconds(),
        }
    }
}
