//! Rows of `history`.

use data_json::JsonLimits;
use diesel::{Insertable, Queryable, Selectable};
use domain::PaId;
use domain::history::{Action, Author, ChainEnd, EntryContent, HistoryChange, HistoryEntry};
use forms::Value;
use forms::value::Object;
use ports::StoreError;

use super::{corrupt, digest, time};
use crate::schema::history;

/// A row of `history`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = history)]
pub(crate) struct HistoryRow {
    number: i64,
    at: i64,
    author: String,
    action: String,
    changes: String,
    hash: Vec<u8>,
    total_bytes: i64,
}

/// A row of `history` that is added.
#[derive(Insertable)]
#[diesel(table_name = history, treat_none_as_default_value = false)]
pub(crate) struct NewHistoryRow<'entry> {
    pa_id: String,
    number: i64,
    at: i64,
    author: &'static str,
    action: &'static str,
    changes: String,
    hash: &'entry [u8],
    total_bytes: i64,
}

impl<'entry> NewHistoryRow<'entry> {
    /// The row of an entry; `None` where a number is past what a column holds.
    pub(crate) fn of(pa_id: PaId, entry: &'entry HistoryEntry) -> Option<Self> {
        let content = &entry.content;
        let changes = content.changes.iter().map(change_value);
        Some(Self {
            pa_id: pa_id.to_string(),
            number: i64::try_from(entry.number).ok()?,
            at: content.at.microseconds(),
            author: content.by.as_str(),
            action: content.action.as_str(),
            changes: data_json::to_text(&Value::List(changes.collect())),
            hash: &entry.hash,
            total_bytes: i64::try_from(entry.total_bytes).ok()?,
        })
    }
}

impl HistoryRow {
    /// The entry of the row. The hash is not checked.
    pub(crate) fn into_entry(self, pa_id: PaId) -> Result<HistoryEntry, StoreError> {
        let wrong = |column| corrupt("history", column, name(pa_id, self.number));
        let content = EntryContent {
            at: time(self.at, || wrong("at"))?,
            by: Author::parse(&self.author).ok_or_else(|| wrong("author"))?,
            action: Action::parse(&self.action).ok_or_else(|| wrong("action"))?,
            changes: changes(&self.changes).ok_or_else(|| wrong("changes"))?,
        };
        let end = chain_end(pa_id, (self.number, self.hash, self.total_bytes))?;
        Ok(HistoryEntry {
            number: end.number,
            content,
            hash: end.hash,
            total_bytes: end.total_bytes,
        })
    }
}

/// The end of a history, from number, hash and size of a row.
pub(crate) fn chain_end(
    pa_id: PaId,
    (number, hash, total_bytes): (i64, Vec<u8>, i64),
) -> Result<ChainEnd, StoreError> {
    let wrong = |column| corrupt("history", column, name(pa_id, number));
    Ok(ChainEnd {
        number: u64::try_from(number).map_err(|_| wrong("number"))?,
        hash: digest(hash, || wrong("hash"))?,
        total_bytes: u64::try_from(total_bytes).map_err(|_| wrong("total_bytes"))?,
    })
}

fn name(pa_id: PaId, number: i64) -> String {
    format!("{pa_id} {number}")
}

fn change_value(change: &HistoryChange) -> Value {
    Value::Object(Object::from_iter([
        ("path".to_owned(), Value::text(&*change.path)),
        ("before".to_owned(), change.before.clone()),
        ("after".to_owned(), change.after.clone()),
    ]))
}

fn changes(text: &str) -> Option<Vec<HistoryChange>> {
    let Ok(Value::List(changes)) = data_json::parse(text.as_bytes(), JsonLimits::STORED) else {
        return None;
    };
    changes.into_iter().map(change).collect()
}

fn change(value: Value) -> Option<HistoryChange> {
    let Value::Object(mut members) = value else {
        return None;
    };
    let mut take = |name: &str| members.swap_remove(name);
    match (take("path")?, take("before")?, take("after")?) {
        (Value::Text(path), before, after) => Some(HistoryChange::new(path, before, after)),
        _ => None,
    }
}
