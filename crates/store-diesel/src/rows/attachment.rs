//! Rows of `attachments`.

use diesel::{Insertable, Queryable, Selectable};
use domain::attachment::{AttachedFile, Attachment};
use domain::{AttachmentId, BlobKey, PaId, Timestamp};
use ports::StoreError;

use super::{corrupt, digest, time};
use crate::schema::attachments;

/// A row of `attachments`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = attachments)]
pub(crate) struct AttachmentRow {
    id: i64,
    filename: String,
    content_type: String,
    size_bytes: i64,
    sha256: Vec<u8>,
    blob: String,
    created_at: i64,
}

/// A row of `attachments` that has no id yet.
#[derive(Insertable)]
#[diesel(table_name = attachments, treat_none_as_default_value = false)]
pub(crate) struct NewAttachmentRow {
    pa_id: String,
    filename: String,
    content_type: String,
    size_bytes: i64,
    sha256: Vec<u8>,
    blob: String,
    created_at: i64,
}

impl AttachmentRow {
    /// The attachment of the row.
    pub(crate) fn into_attachment(self) -> Result<Attachment, StoreError> {
        let wrong = |column| corrupt("attachments", column, self.id);
        Ok(Attachment {
            id: AttachmentId(self.id),
            file: AttachedFile {
                filename: self.filename,
                content_type: self.content_type,
                size_bytes: u64::try_from(self.size_bytes).map_err(|_| wrong("size_bytes"))?,
                sha256: digest(self.sha256, || wrong("sha256"))?,
                blob: blob_key(self.id, &self.blob)?,
            },
            created_at: time(self.created_at, || wrong("created_at"))?,
        })
    }
}

impl NewAttachmentRow {
    /// The row of an attachment. `None` where its size is past what a column holds (2⁶³ bytes).
    pub(crate) fn of(pa_id: PaId, file: &AttachedFile, created_at: Timestamp) -> Option<Self> {
        Some(Self {
            pa_id: pa_id.to_string(),
            filename: file.filename.clone(),
            content_type: file.content_type.clone(),
            size_bytes: i64::try_from(file.size_bytes).ok()?,
            sha256: file.sha256.to_vec(),
            blob: file.blob.as_str().to_owned(),
            created_at: created_at.microseconds(),
        })
    }
}

/// The column `blob` of the attachment with this id.
pub(crate) fn blob_key(id: i64, text: &str) -> Result<BlobKey, StoreError> {
    BlobKey::parse(text).ok_or_else(|| corrupt("attachments", "blob", id))
}
