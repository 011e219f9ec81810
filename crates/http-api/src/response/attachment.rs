//! Answers about attachments.

use paperclip::actix::Apiv2Schema;
use serde::Serialize;
use usecases::AttachmentReport;

/// A file that belongs to an application.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "Attachment")]
pub(crate) struct AttachmentResponse {
    /// Its number, never used twice.
    id: i64,
    /// The name it was sent with, without folders.
    filename: String,
    /// Its media type.
    content_type: String,
    /// Its size in bytes.
    size: u64,
    /// When it was added, UTC.
    created_at: String,
}

/// All attachments of an application.
#[derive(Serialize, Apiv2Schema)]
#[openapi(rename = "AttachmentList")]
pub(crate) struct AttachmentListResponse {
    /// The attachments, oldest first.
    pub(crate) attachments: Vec<AttachmentResponse>,
    /// How many there are.
    pub(crate) total_count: u64,
    /// The sum of their sizes in bytes.
    pub(crate) total_size: u64,
}

impl From<&AttachmentReport> for AttachmentResponse {
    fn from(attachment: &AttachmentReport) -> Self {
        Self {
            id: attachment.id.0,
            filename: attachment.filename.clone(),
            content_type: attachment.content_type.clone(),
            size: attachment.size_bytes,
            created_at: attachment.created_at.to_string(),
        }
    }
}
