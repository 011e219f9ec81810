//! Attachments, without their bytes.

use domain::attachment::{AttachedFile, Attachment, AttachmentUsage};
use domain::{AttachmentId, BlobKey, PaId, Timestamp};
use ports::{ArchiveRows as _, AttachmentRows, StoreError};

use super::MemoryTransaction;

impl AttachmentRows for MemoryTransaction {
    fn attachment_usage(&mut self, pa_id: PaId) -> Result<AttachmentUsage, StoreError> {
        let attachments = self.looking()?.attachments_of(pa_id);
        Ok(
            attachments.fold(AttachmentUsage::default(), |usage, attachment| {
                AttachmentUsage {
                    count: usage.count + 1,
                    total_bytes: usage.total_bytes.saturating_add(attachment.file.size_bytes),
                }
            }),
        )
    }

    fn list_attachments(&mut self, pa_id: PaId) -> Result<Vec<Attachment>, StoreError> {
        Ok(self.looking()?.attachments_of(pa_id).cloned().collect())
    }

    fn find_attachment(
        &mut self,
        pa_id: PaId,
        id: AttachmentId,
    ) -> Result<Option<Attachment>, StoreError> {
        Ok(self.looking()?.attachments.get(&(pa_id, id)).cloned())
    }

    fn add_attachment(
        &mut self,
        pa_id: PaId,
        file: &AttachedFile,
        created_at: Timestamp,
    ) -> Result<AttachmentId, StoreError> {
        let id = AttachmentId(self.changing_locked(pa_id)?.last_attachment_id + 1);
        let attachment = Attachment {
            id,
            file: file.clone(),
            created_at,
        };
        self.add_attachment_with_id(pa_id, &attachment)?;
        Ok(id)
    }

    fn remove_attachment(
        &mut self,
        pa_id: PaId,
        id: AttachmentId,
    ) -> Result<Option<BlobKey>, StoreError> {
        let state = self.changing_locked(pa_id)?;
        let removed = state.attachments.remove(&(pa_id, id));
        for position in state.positions_of(pa_id) {
            position.clear_attachment(id);
        }
        Ok(removed.map(|attachment| attachment.file.blob))
    }
}
