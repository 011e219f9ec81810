//! Removes an attachment.

use std::sync::Arc;

use domain::history::{
    Action, EntryContent, HistoryChange, attachment_cleared, attachment_removed,
};
use domain::{AttachmentId, PaId};
use ports::Transaction;

use super::{AttachmentError, Attachments};
use crate::ApplicationAccess;
use crate::history::record;
use crate::loose_blobs::{erase, let_go};

impl Attachments {
    /// Removes the attachment. Offers that named it name none from then on.
    ///
    /// The bytes become loose in the same transaction and are erased at once; a download under way
    /// still finishes. What cannot be erased now stays listed for the sweeper, so the removal
    /// itself never fails for it.
    pub async fn remove(
        &self,
        ApplicationAccess { pa_id, caller }: ApplicationAccess,
        id: AttachmentId,
    ) -> Result<(), AttachmentError> {
        let clock = Arc::clone(&self.ports.clock);
        let loose = self
            .ports
            .store
            .write(move |rows| {
                rows.lock(pa_id)?
                    .ok_or(AttachmentError::ApplicationNotFound)?;
                let now = clock.now();
                let changes = removal(rows, pa_id, id)?;
                let blob = rows
                    .remove_attachment(pa_id, id)?
                    .ok_or(AttachmentError::NotFound)?;
                let loose = let_go(rows, vec![blob], now)?;
                let entry = EntryContent {
                    at: now,
                    by: caller.into(),
                    action: Action::AttachmentRemoved,
                    changes,
                };
                record(rows, pa_id, entry)?;
                Ok::<_, AttachmentError>(loose)
            })
            .await?;
        for blob in loose {
            erase(&self.ports.store, &self.ports.blobs, blob).await;
        }
        Ok(())
    }
}

/// The changes for the history: the attachment, and offers that named it.
fn removal(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    id: AttachmentId,
) -> Result<Vec<HistoryChange>, AttachmentError> {
    let attachment = rows.find_attachment(pa_id, id)?;
    let attachment = attachment.ok_or(AttachmentError::NotFound)?;
    let naming = rows.list_offers_naming(pa_id, id)?.into_iter();
    let cleared = naming.map(|(index, offer)| attachment_cleared(index, offer, id));
    let mut changes = vec![attachment_removed(&attachment)];
    changes.extend(cleared);
    Ok(changes)
}
