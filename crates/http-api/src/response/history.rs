//! Answers about the history of an application.

use domain::history::{HistoryChange, HistoryEntry};
use forms::hexadecimal::hexadecimal;
use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use serde_json::Value as Json;
use usecases::HistoryPage;

/// A page of what happened to an application.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "History")]
pub(crate) struct HistoryResponse {
    /// The entries of this page, oldest first.
    pub(crate) entries: Vec<HistoryEntryResponse>,
    /// How many entries there are on all pages.
    pub(crate) total_count: u64,
}

/// Something that was done.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "HistoryEntry")]
pub(crate) struct HistoryEntryResponse {
    /// Counted from 1.
    pub(crate) number: u64,
    /// When it was done, UTC.
    pub(crate) at: String,
    /// Who did it: `upload`, `application` or `master`.
    pub(crate) by: String,
    /// What was done, in a word.
    pub(crate) action: String,
    /// What is different since then.
    pub(crate) changes: Vec<HistoryChangeResponse>,
    /// SHA-256 of this entry and of the hash before it, in hexadecimal digits.
    pub(crate) hash: String,
}

/// A value that changed.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "HistoryChange")]
pub(crate) struct HistoryChangeResponse {
    /// Where it stands.
    pub(crate) path: String,
    /// What stood there; null where that was nothing.
    pub(crate) before: Json,
    /// What stands there since then; null where that is nothing.
    pub(crate) after: Json,
}

impl From<&HistoryPage> for HistoryResponse {
    fn from(page: &HistoryPage) -> Self {
        Self {
            entries: page
                .entries
                .iter()
                .map(HistoryEntryResponse::from)
                .collect(),
            total_count: page.total_count,
        }
    }
}

impl From<&HistoryEntry> for HistoryEntryResponse {
    fn from(entry: &HistoryEntry) -> Self {
        let content = &entry.content;
        let changes = content.changes.iter().map(HistoryChangeResponse::from);
        Self {
            number: entry.number,
            at: content.at.to_string(),
            by: content.by.as_str().to_owned(),
            action: content.action.as_str().to_owned(),
            changes: changes.collect(),
            hash: hexadecimal(&entry.hash),
        }
    }
}

impl From<&HistoryChange> for HistoryChangeResponse {
    fn from(change: &HistoryChange) -> Self {
        Self {
            path: change.path.clone(),
            before: data_json::to_json(&change.before),
            after: data_json::to_json(&change.after),
        }
    }
}
