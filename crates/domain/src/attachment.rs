//! Attachments: files that belong to an application.

mod allowed_types;
mod filename;
mod limits;
mod media_type;

pub use allowed_types::{AllowedTypes, AttachmentTypeError};
pub use filename::{DIRECTION_MARKS, FILENAME_BYTES_MAX, filename, is_direction_mark};
pub use limits::{AttachmentLimitError, AttachmentLimits, AttachmentUsage};
pub use media_type::{BEGINNING_BYTES, media_type};

use crate::{BlobKey, Timestamp};

/// Identifier of an attachment, unique in the service and never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttachmentId(pub i64);

/// An attachment as it is stored, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// Given by the store.
    pub id: AttachmentId,
    /// Under which name it is handed back, see [`filename`].
    pub filename: String,
    /// As which media type it is handed back, see [`media_type`].
    pub content_type: String,
    /// How many bytes it has.
    pub size_bytes: u64,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// Where the bytes are.
    pub blob: BlobKey,
    /// When it came.
    pub created_at: Timestamp,
}

/// An attachment that has no id yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAttachment {
    /// Under which name it is handed back.
    pub filename: String,
    /// As which media type it is handed back.
    pub content_type: String,
    /// How many bytes it has.
    pub size_bytes: u64,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
    /// Where the bytes are.
    pub blob: BlobKey,
    /// When it came.
    pub created_at: Timestamp,
}

impl Attachment {
    /// The attachment as it was before it had an id.
    pub fn without_id(&self) -> NewAttachment {
        NewAttachment {
            filename: self.filename.clone(),
            content_type: self.content_type.clone(),
            size_bytes: self.size_bytes,
            sha256: self.sha256,
            blob: self.blob.clone(),
            created_at: self.created_at,
        }
    }
}

impl NewAttachment {
    /// The attachment under its id.
    pub fn with_id(self, id: AttachmentId) -> Attachment {
        Attachment {
            id,
            filename: self.filename,
            content_type: self.content_type,
            size_bytes: self.size_bytes,
            sha256: self.sha256,
            blob: self.blob,
            created_at: self.created_at,
        }
    }
}
