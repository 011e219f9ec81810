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
        let found = self.query(|connection| {
            let any = diesel::alias!(history as any_entry);
            let newest = any
                .filter(any.field(history::pa_id).eq(pa_id.to_string()))
                .select(max(any.field(history::number)))
                .single_value();
            let last = history::pa_id
                .eq(applications::pa_id)
                .and(history::number.nullable().eq(newest));
            let entry = (history::number, history::hash, history::total_bytes);
            applications::table
                .find(pa_id.to_string())
                .left_join(history::table.on(last))
                .select((HistoryEndRow::as_select(), entry.nullable()))
                .get_result::<(HistoryEndRow, Option<(i64, Vec<u8>, i64)>)>(connection)
                .optional()
        })?;
        let Some((noted, last)) = found else {
            return Ok(ChainEnd::default());
        };
        let noted = noted.into_end(pa_id)?;
        let last = last.map(|last| chain_end(pa_id, last)).transpose()?;
        let last = last.unwrap_or_default();
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
        let counted = self.revision_step(pa_id);
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(history::table)
                .values(row)
                .execute(connection)?;
            let of_application = applications::table.find(pa_id.to_string());
            let ended = diesel::update(of_application)
                .set((
                    applications::activity_at.eq(activity_at),
                    applications::revision.eq(applications::revision + counted),
                    end,
                ))
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
        let (rows, total_count) = self.query_of(("history", pa_id), |connection| {
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

    fn count_history_bytes(
        &mut self,
        pa_id: PaId,
        count_max: usize,
        offset: u64,
    ) -> Result<u64, StoreError> {
        let end = offset.saturating_add(u64::try_from(count_max).unwrap_or(u64::MAX));
        let bytes = self.query_of(("history", pa_id), |connection| {
            let of_application = history::table.filter(history::pa_id.eq(pa_id.to_string()));
            let total_bytes = || of_application.clone().select(history::total_bytes);
            let mut up_to = |count: u64| match count.checked_sub(1) {
                Some(before) => total_bytes()
                    .order(history::number)
                    .offset(i64::try_from(before).unwrap_or(i64::MAX))
                    .first::<i64>(connection)
                    .optional(),
                None => Ok(Some(0)),
            };
            let Some(before) = up_to(offset)? else {
                return Ok(0);
            };
            let last = match up_to(end)? {
                Some(last) => Some(last),
                None => total_bytes()
                    .order(history::number.desc())
                    .first(connection)
                    .optional()?,
            };
            Ok(last.map_or(0, |last: i64| last.saturating_sub(before)))
        })?;
        Ok(u64::try_from(bytes).unwrap_or_default())
    }
}
