//! An application with all that belongs to it, as it is copied from one store to another.
//!
//! What belongs together is said here once, for every store: a new kind of row that belongs to an
//! application is read, added and counted here.

mod references;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::attachment::Attachment;
use domain::cost_position::{CostNames, CostPosition, PositionIndex};
use domain::history::{ChainEnd, HistoryEntry};
use domain::{Application, AttachmentId, BlobKey, PaId, Timestamp};
use ports::{Counters, Replay, Store, StoreError, StoredKey, Transaction};

use crate::BlobRole;

/// An application with all that belongs to it. Two are equal if one is a copy of the other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ApplicationCopy {
    pub(crate) application: Application,
    key: StoredKey,
    pub(crate) attachments: Vec<Attachment>,
    pub(crate) positions: BTreeMap<PositionIndex, CostPosition>,
    cleared_costs: Option<CostNames>,
    /// All entries; empty where they were read apart.
    pub(crate) history: Vec<HistoryEntry>,
    /// The end of the history as the application has noted it.
    pub(crate) history_end: ChainEnd,
    replays: Vec<Replay>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedBytes {
    pub(crate) part: BlobRole,
    pub(crate) blob: BlobKey,
    /// The size that they must have, where that is known.
    pub(crate) size_bytes: Option<u64>,
    /// Their SHA-256, where it is known.
    pub(crate) sha256: Option<[u8; 32]>,
}

impl ApplicationCopy {
    /// The application with all that is stored of it, if there is one. Expired replays are left
    /// out.
    pub(crate) fn read(
        rows: &mut dyn Transaction,
        pa_id: PaId,
        now: Timestamp,
    ) -> Result<Option<Self>, StoreError> {
        let Some(copy) = Self::read_without_history(rows, pa_id, now)? else {
            return Ok(None);
        };
        let history = rows.list_history(pa_id, usize::MAX, 0)?.0;
        Ok(Some(Self { history, ..copy }))
    }

    /// The application without its history, which may be as large as all of the rest many times.
    pub(crate) fn read_without_history(
        rows: &mut dyn Transaction,
        pa_id: PaId,
        now: Timestamp,
    ) -> Result<Option<Self>, StoreError> {
        let Some(application) = rows.find_application(pa_id)? else {
            return Ok(None);
        };
        let key = rows.find_key_of(pa_id)?.ok_or_else(|| no_key(pa_id))?;
        let mut replays = rows.list_replays_of(pa_id)?;
        replays.retain(|replay| replay.expires_at > now);
        Ok(Some(Self {
            application,
            key,
            attachments: rows.list_attachments(pa_id)?,
            positions: rows.list_positions(pa_id)?,
            cleared_costs: rows.find_cleared_costs(pa_id)?,
            history: Vec::new(),
            history_end: rows.find_history_end(pa_id)?,
            replays,
        }))
    }

    /// The application as a store has it.
    pub(crate) async fn find_in(
        store: &Arc<dyn Store>,
        pa_id: PaId,
        now: Timestamp,
    ) -> Result<Option<Self>, StoreError> {
        store.read(move |rows| Self::read(rows, pa_id, now)).await
    }

    /// Adds all of it to a store that has no such application.
    pub(crate) fn add_to(&self, rows: &mut dyn Transaction) -> Result<(), StoreError> {
        let pa_id = self.application.pa_id;
        rows.add_application(&self.application, &self.key)?;
        for attachment in &self.attachments {
            rows.add_attachment_with_id(pa_id, attachment)?;
        }
        for (index, position) in &self.positions {
            for offer in &position.offers {
                rows.add_offer_with_id(pa_id, *index, offer)?;
            }
            rows.replace_position(pa_id, *index, position)?;
        }
        if let Some(names) = &self.cleared_costs {
            rows.keep_cleared_costs(pa_id, names)?;
        }
        rows.add_history(pa_id, &self.history, &self.history_end)?;
        for replay in &self.replays {
            rows.add_replay(replay)?;
        }
        rows.raise_counters(&self.counters())
    }

    /// The highest number and ids in use, which must not be given again.
    pub(crate) fn counters(&self) -> Counters {
        let pa_id = self.application.pa_id;
        let attachments = self.attachments.iter().map(|attachment| attachment.id.0);
        let offers = self
            .positions
            .values()
            .flat_map(|position| &position.offers)
            .map(|offer| offer.id.0);
        Counters {
            last_numbers: BTreeMap::from([(pa_id.year(), pa_id.number())]),
            last_attachment_id: attachments.max().unwrap_or_default(),
            last_offer_id: offers.max().unwrap_or_default(),
        }
    }

    pub(crate) fn named_bytes(&self) -> Vec<NamedBytes> {
        let original = NamedBytes {
            part: BlobRole::Original,
            blob: self.application.original.clone(),
            size_bytes: None,
            sha256: self.application.original_sha256,
        };
        let attached = self.attachments.iter().map(|attachment| NamedBytes {
            part: BlobRole::Attachment(attachment.id),
            blob: attachment.file.blob.clone(),
            size_bytes: Some(attachment.file.size_bytes),
            sha256: Some(attachment.file.sha256),
        });
        std::iter::once(original).chain(attached).collect()
    }

    /// The application as if the attachment had been removed.
    pub(crate) fn without(mut self, id: AttachmentId) -> Self {
        self.attachments.retain(|attachment| attachment.id != id);
        for position in self.positions.values_mut() {
            position.clear_attachment(id);
        }
        self
    }
}

impl NamedBytes {
    /// Whether bytes of this size and hash are the named ones, as far as those are known.
    pub(crate) fn are(&self, size_bytes: u64, sha256: &[u8; 32]) -> bool {
        self.size_bytes.is_none_or(|size| size == size_bytes)
            && self.sha256.is_none_or(|known| known == *sha256)
    }
}

fn no_key(pa_id: PaId) -> StoreError {
    StoreError::Corrupt {
        table: "application_keys",
        column: "pa_id",
        row: pa_id.to_string(),
    }
}

#[cfg(test)]
mod tests;
