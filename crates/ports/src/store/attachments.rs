//! Attachments, without their bytes.

use domain::attachment::{AttachedFile, Attachment, AttachmentUsage};
use domain::{AttachmentId, BlobKey, PaId, Timestamp};

use super::StoreError;

/// The rows of attachments. One of another application is not found.
pub trait AttachmentRows {
    /// How many attachments an application has, and how large they are together. Nothing where
    /// there is no such application.
    fn attachment_usage(&mut self, pa_id: PaId) -> Result<AttachmentUsage, StoreError>;

    /// The attachments of an application, in the order in which they came.
    fn list_attachments(&mut self, pa_id: PaId) -> Result<Vec<Attachment>, StoreError>;

    /// The attachment of this application, if there is one.
    fn find_attachment(
        &mut self,
        pa_id: PaId,
        id: AttachmentId,
    ) -> Result<Option<Attachment>, StoreError>;

    /// Attaches a file to a locked application and gives the id of that: higher than any before in
    /// the service, and never given again once this transaction has committed. A blob that another
    /// attachment names is a conflict. Taking the blob off the loose ones is the caller's, in the
    /// same transaction.
    fn add_attachment(
        &mut self,
        pa_id: PaId,
        file: &AttachedFile,
        created_at: Timestamp,
    ) -> Result<AttachmentId, StoreError>;

    /// Removes an attachment of a locked application and gives its blob, which the caller lists as
    /// loose; offers that named the attachment name none. `None` if there is no such attachment.
    fn remove_attachment(
        &mut self,
        pa_id: PaId,
        id: AttachmentId,
    ) -> Result<Option<BlobKey>, StoreError>;
}
