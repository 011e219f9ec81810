//! Rows copied as they are, with their ids.

use diesel::dsl;
use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::attachment::Attachment;
use domain::cost_position::{Offer, PositionIndex};
use domain::history::{ChainEnd, HistoryEntry};
use domain::{PaId, Timestamp};
use ports::{ArchiveRows, Counters, Replay, StoreError, StoredKey};

use super::super::ids::{is_like_a_number, last_id, raise_last_id, shown_pa_ids};
use super::history::TOO_LONG;
use super::{Connection, Rows};
use crate::rows::{
    HistoryEndRow, HistoryRow, KeyRow, NewAttachmentRow, NewHistoryRow, NewOfferRow, ReplayRow,
    corrupt,
};
use crate::schema::{
    application_keys, applications, attachments, history, offers, replays, unfinished_copy,
    year_counters,
};

/// Most entries of a history that are read at once, however small they are.
const HISTORY_PAGE: i64 = 1_000;

/// The tables whose ids are never given twice, as the database knows them.
const ATTACHMENTS: &str = "attachments";
const OFFERS: &str = "offers";

impl ArchiveRows for Rows<'_> {
    fn list_pa_ids(
        &mut self,
        after: Option<PaId>,
        count_max: usize,
    ) -> Result<Vec<PaId>, StoreError> {
        let mut after = after.map(|pa_id| pa_id.to_string());
        loop {
            let texts = self.pa_id_texts(after, count_max)?;
            let pa_ids: Vec<PaId> = texts.iter().filter_map(|text| PaId::parse(text)).collect();
            after = texts.into_iter().next_back();
            if after.is_none() || !pa_ids.is_empty() {
                return Ok(pa_ids);
            }
        }
    }

    fn list_senseless_pa_ids(&mut self, count_max: usize) -> Result<Vec<String>, StoreError> {
        let count_max = i64::try_from(count_max).unwrap_or(i64::MAX);
        self.query(|connection| {
            let unlike = applications::table
                .filter(dsl::not(is_like_a_number()).or(applications::pa_id.like("%-0000")))
                .order(applications::pa_id)
                .limit(count_max);
            shown_pa_ids(connection, unlike.into_boxed())
        })
    }

    fn find_key_of(&mut self, pa_id: PaId) -> Result<Option<StoredKey>, StoreError> {
        self.query_of(("application_keys", pa_id), |connection| {
            application_keys::table
                .filter(application_keys::pa_id.eq(pa_id.to_string()))
                .first::<KeyRow>(connection)
                .optional()
        })?
        .map(KeyRow::into_key)
        .transpose()
    }

    fn list_replays_of(&mut self, pa_id: PaId) -> Result<Vec<Replay>, StoreError> {
        let rows = self.query(|connection| {
            replays::table
                .filter(replays::pa_id.eq(pa_id.to_string()))
                .select(ReplayRow::as_select())
                .load(connection)
        })?;
        let replays = rows.into_iter().map(ReplayRow::into_replay);
        let mut replays: Vec<Replay> = replays.collect::<Result<_, _>>()?;
        replays.sort_unstable_by_key(|replay| replay.scope_hash);
        Ok(replays)
    }

    fn add_attachment_with_id(
        &mut self,
        pa_id: PaId,
        attachment: &Attachment,
    ) -> Result<(), StoreError> {
        let row = NewAttachmentRow::of(pa_id, &attachment.file, attachment.created_at);
        let Some(row) = row else {
            return self.refuse("an attachment was to be larger than can be stored");
        };
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(attachments::table)
                .values((attachments::id.eq(attachment.id.0), row))
                .execute(connection)
        })
        .map(drop)
    }

    fn add_offer_with_id(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        offer: &Offer,
    ) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(offers::table)
                .values((
                    offers::id.eq(offer.id.0),
                    NewOfferRow::of(pa_id, index, &offer.content, offer.created_at),
                ))
                .execute(connection)
        })
        .map(drop)
    }

    fn list_history_after(
        &mut self,
        pa_id: PaId,
        after: &ChainEnd,
        bytes_max: u64,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        let (number, bytes_end) = (after.number, after.total_bytes.saturating_add(bytes_max));
        let rows = self.query_of(("history", pa_id), |connection| {
            let later = history::table
                .filter(history::pa_id.eq(pa_id.to_string()))
                .filter(history::number.gt(i64::try_from(number).unwrap_or(i64::MAX)))
                .order(history::number)
                .select(HistoryRow::as_select());
            // A condition on all rows would read each one up to the end of a long history.
            let too_far = later
                .clone()
                .filter(history::total_bytes.gt(i64::try_from(bytes_end).unwrap_or(i64::MAX)))
                .select(history::number)
                .first::<i64>(connection)
                .optional()?;
            let within = later
                .clone()
                .filter(history::number.lt(too_far.unwrap_or(i64::MAX)))
                .limit(HISTORY_PAGE)
                .load(connection)?;
            match within.as_slice() {
                // One that is larger, or none.
                [] => later.limit(1).load(connection),
                _ => Ok(within),
            }
        })?;
        rows.into_iter().map(|row| row.into_entry(pa_id)).collect()
    }

    fn add_history(
        &mut self,
        pa_id: PaId,
        entries: &[HistoryEntry],
        end: &ChainEnd,
    ) -> Result<(), StoreError> {
        let rows = entries.iter().map(|entry| NewHistoryRow::of(pa_id, entry));
        let rows: Option<Vec<_>> = rows.collect();
        let (Some(rows), Some(end)) = (rows, HistoryEndRow::of(end)) else {
            return self.refuse(TOO_LONG);
        };
        self.change_locked(pa_id, |connection| {
            for row in rows {
                diesel::insert_into(history::table)
                    .values(row)
                    .execute(connection)?;
            }
            diesel::update(applications::table.find(pa_id.to_string()))
                .set(end)
                .execute(connection)
        })
        .map(drop)
    }

    fn find_counters(&mut self) -> Result<Counters, StoreError> {
        let (numbers, last_attachment_id, last_offer_id) = self.query(|connection| {
            let numbers = last_numbers(connection)?;
            let attachment = last_id(connection, ATTACHMENTS)?;
            Ok((numbers, attachment, last_id(connection, OFFERS)?))
        })?;
        Ok(Counters {
            last_numbers: numbers.into_iter().filter_map(last_number).collect(),
            last_attachment_id,
            last_offer_id,
        })
    }

    fn list_senseless_counters(&mut self) -> Result<Vec<StoreError>, StoreError> {
        let numbers = self.query(last_numbers)?.into_iter();
        let senseless = numbers.filter(|counter| last_number(*counter).is_none());
        let error = |(year, _)| corrupt("year_counters", "last_number", year);
        Ok(senseless.map(error).collect())
    }

    fn raise_counters(&mut self, counters: &Counters) -> Result<(), StoreError> {
        self.change(|connection| {
            for (year, number) in &counters.last_numbers {
                raise_last_number(connection, *year, *number)?;
            }
            raise_last_id(connection, ATTACHMENTS, counters.last_attachment_id)?;
            raise_last_id(connection, OFFERS, counters.last_offer_id)
        })
    }

    fn find_unfinished_copy(&mut self) -> Result<Option<Timestamp>, StoreError> {
        let begun_at: Option<i64> = self.query(|connection| {
            unfinished_copy::table
                .find(THE_COPY)
                .select(unfinished_copy::begun_at)
                .first(connection)
                .optional()
        })?;
        begun_at.map(time_of_copy).transpose()
    }

    fn note_unfinished_copy(&mut self, begun_at: Timestamp) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::insert_into(unfinished_copy::table)
                .values((
                    unfinished_copy::id.eq(THE_COPY),
                    unfinished_copy::begun_at.eq(begun_at.microseconds()),
                ))
                .on_conflict_do_nothing()
                .execute(connection)
        })
        .map(drop)
    }

    fn forget_unfinished_copy(&mut self) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::delete(unfinished_copy::table.find(THE_COPY)).execute(connection)
        })
        .map(drop)
    }
}

/// The one row of the table.
const THE_COPY: i32 = 1;

fn time_of_copy(begun_at: i64) -> Result<Timestamp, StoreError> {
    let senseless = || corrupt("unfinished_copy", "begun_at", THE_COPY);
    Timestamp::from_microseconds(begun_at).ok_or_else(senseless)
}

impl Rows<'_> {
    /// What may be numbers, in their order. What cannot is not even read: it may be no text.
    fn pa_id_texts(
        &mut self,
        after: Option<String>,
        count_max: usize,
    ) -> Result<Vec<String>, StoreError> {
        self.query(|connection| {
            let mut texts = applications::table
                .filter(is_like_a_number())
                .order(applications::pa_id)
                .select(applications::pa_id)
                .limit(i64::try_from(count_max).unwrap_or(i64::MAX))
                .into_boxed();
            if let Some(after) = after {
                texts = texts.filter(applications::pa_id.gt(after));
            }
            texts.load(connection)
        })
    }
}

fn last_numbers(connection: &mut Connection) -> QueryResult<Vec<(i32, i32)>> {
    year_counters::table
        // All that there can be, said so that the primary key finds them.
        .filter(year_counters::year.between(0, 99))
        .select((year_counters::year, year_counters::last_number))
        .load(connection)
}

/// The last number of a year, from a row of its counter.
fn last_number((year, number): (i32, i32)) -> Option<(u8, u16)> {
    Some((u8::try_from(year).ok()?, u16::try_from(number).ok()?))
}

fn raise_last_number(connection: &mut Connection, year: u8, number: u16) -> QueryResult<()> {
    use diesel::query_dsl::methods::FilterDsl as _;
    use year_counters::last_number;
    let number = i32::from(number);
    diesel::insert_into(year_counters::table)
        .values((
            year_counters::year.eq(i32::from(year)),
            last_number.eq(number),
        ))
        .on_conflict(year_counters::year)
        .do_update()
        .set(last_number.eq(number))
        .filter(last_number.lt(number))
        .execute(connection)
        .map(drop)
}
