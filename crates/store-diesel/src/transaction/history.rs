//! The history of an application.

use diesel::prelude::*;
use domain::PaId;
use domain::history::{ChainEnd, Entry};
use ports::{HistoryRows, StoreError};

use super::Rows;
use crate::rows::{HistoryRow, NewHistoryRow, chain_end};
use crate::schema::{applications, history};

impl HistoryRows for Rows<'_> {
    fn find_history_end(&mut self, pa_id: PaId) -> Result<ChainEnd, StoreError> {
        let last = self.query(|connection| {
            history::table
                .filter(history::pa_id.eq(pa_id.to_string()))
                .order(history::number.desc())
                .select((history::number, history::hash, history::total_bytes))
                .first(connection)
                .optional()
        })?;
        last.map_or_else(|| Ok(ChainEnd::default()), |last| chain_end(pa_id, last))
    }

    fn add_history_entry(&mut self, pa_id: PaId, entry: &Entry) -> Result<(), StoreError> {
        let Some(row) = NewHistoryRow::of(pa_id, entry) else {
            return self.refuse("a history was to be longer than can be stored");
        };
        let activity_at = entry.content.at.microseconds();
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(history::table)
                .values(row)
                .execute(connection)?;
            diesel::update(applications::table.find(pa_id.to_string()))
                .set(applications::activity_at.eq(activity_at))
                .execute(connection)
        })
        .map(drop)
    }

    fn list_history(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<Entry>, u64), StoreError> {
        let (rows, total_count) = self.query(|connection| {
            let of_application = history::table.filter(history::pa_id.eq(pa_id.to_string()));
            let total_count: i64 = of_application.clone().count().get_result(connection)?;
            let rows = of_application
                .order(history::number)
                .limit(i64::try_from(count_max).unwrap_or(i64::MAX))
                .offset(i64::try_from(offset).unwrap_or(i64::MAX))
                .select(HistoryRow::as_select())
                .load(connection)?;
            Ok((rows, total_count))
        })?;
        let entries = rows.into_iter().map(|row| row.into_entry(pa_id));
        Ok((
            entries.collect::<Result<_, _>>()?,
            u64::try_from(total_count).unwrap_or_default(),
        ))
    }
}
