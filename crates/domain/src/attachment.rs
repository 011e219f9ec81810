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
    /// What was attached.
    pub file: AttachedFile,
    /// When it came.
    pub created_at: Timestamp,
}

/// A file whose bytes are stored, whether or not it is an attachment yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedFile {
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
}
