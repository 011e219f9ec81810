//! Where a history ends, as `applications` has it noted.

use diesel::{AsChangeset, Queryable, Selectable};
use domain::PaId;
use domain::history::ChainEnd;
use ports::StoreError;

use super::{corrupt, digest};
use crate::schema::applications;

/// The columns of `applications` that note it.
#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = applications, treat_none_as_null = true)]
pub(crate) struct HistoryEndRow {
    history_number: i64,
    history_hash: Option<Vec<u8>>,
    history_bytes: i64,
}

impl HistoryEndRow {
    /// The columns for an end; `None` where a number is past what they hold.
    pub(crate) fn of(end: &ChainEnd) -> Option<Self> {
        Some(Self {
            history_number: i64::try_from(end.number).ok()?,
            history_hash: (end.number > 0).then(|| end.hash.to_vec()),
            history_bytes: i64::try_from(end.total_bytes).ok()?,
        })
    }

    /// The end that is noted.
    pub(crate) fn into_end(self, pa_id: PaId) -> Result<ChainEnd, StoreError> {
        let wrong = |column| corrupt("applications", column, pa_id);
        let number = u64::try_from(self.history_number).map_err(|_| wrong("history_number"))?;
        if number == 0 {
            return Ok(ChainEnd::default());
        }
        let hash = self.history_hash.unwrap_or_default();
        Ok(ChainEnd {
            number,
            hash: digest(hash, || wrong("history_hash"))?,
            total_bytes: u64::try_from(self.history_bytes).map_err(|_| wrong("history_bytes"))?,
        })
    }
}
