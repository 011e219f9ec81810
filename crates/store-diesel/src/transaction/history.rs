//! The history of an application.

use diesel::dsl::max;
use diesel::prelude::*;
use domain::PaId;
use domain::history::{ChainEnd, HistoryEntry};
use ports::{HistoryRows, StoreError};

use super::Rows;
use crate::cached::Cached;
use crate::rows::{HistoryEndRow, HistoryRow, NewHistoryRow, chain_end};
use crate::schema::{applications, history};

/// The text of the error for an entry that no column can hold.
pub(super) const TOO_LONG: &str = "a history was to be longer than can be stored";

impl HistoryRows for Rows<'_> {
    fn find_history_end(&mut self, pa_id: PaId) -> Result<ChainEnd, StoreError> {
        let (noted, last) = self.query(|connection| {
            let noted = applications::table
                .find(pa_id.to_string())
                .select(HistoryEndRow::as_select())
                .get_result(connection)
                .optional()?;
            let any = diesel::alias!(history as any_entry);
            let newest = any
                .filter(any.field(history::pa_id).eq(pa_id.to_string()))
                .select(max(any.field(history::number)));
            let last = history::table
                .filter(history::pa_id.eq(pa_id.to_string()))
                .filter(history::number.nullable().eq(newest.single_value()))
                .select((history::number, history::hash, history::total_bytes))
                .get_result(connection)
                .optional()?;
            Ok((noted, last))
        })?;
        let noted = noted.map(|noted| noted.into_end(pa_id)).transpose()?;
        let last = last.map(|last| chain_end(pa_id, last)).transpose()?;
        let (noted, last) = (noted.unwrap_or_default(), last.unwrap_or_default());
        Ok(if last.number > noted.number {
            last
        } else {
            noted
        })
    }

    fn add_history_entry(&mut self, pa_id: PaId, entry: &HistoryEntry) -> Result<(), StoreError> {
        let (row, end) = (
            NewHistoryRow::of(pa_id, entry),
            HistoryEndRow::of(&entry.end()),
        );
        let (Some(row), Some(end)) = (row, end) else {
            return self.refuse(TOO_LONG);
        };
        let activity_at = entry.content.at.microseconds();
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(history::table)
                .values(row)
                .execute(connection)?;
            let of_application = applications::table.find(pa_id.to_string());
            let ended = diesel::update(of_application)
                .set((applications::activity_at.eq(activity_at), end))
                .returning(applications::history_number);
            Cached(ended).get_result::<i64>(connection).optional()
        })
        .map(drop)
    }

    fn list_history(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<(Vec<HistoryEntry>, u64), StoreError> {
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
