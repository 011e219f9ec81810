//! Erasing an attachment.

use domain::{AttachmentId, PaId};

use super::{AttachmentError, Attachments};
use crate::loose_blobs::erase;

impl Attachments {
    /// Removes the attachment. Offers that named it name none from then on.
    ///
    /// The bytes become loose in the same transaction and are erased at once; a download under way
    /// still finishes. What cannot be erased now stays listed for the sweeper, so the removal
    /// itself never fails for it.
    pub async fn remove(&self, pa_id: PaId, id: AttachmentId) -> Result<(), AttachmentError> {
        let now = self.ports.clock.now();
        let blob = self
            .ports
            .store
            .write(move |rows| {
                rows.lock(pa_id)?.ok_or(AttachmentError::NotFound)?;
                let blob = rows
                    .remove_attachment(pa_id, id)?
                    .ok_or(AttachmentError::NotFound)?;
                rows.add_loose_blob(&blob, now)?;
                Ok::<_, AttachmentError>(blob)
            })
            .await?;
        erase(&self.ports.store, &self.ports.blobs, blob).await;
        Ok(())
    }
}
