//! Attachments: files that belong to an application.

mod filename;
mod limits;
mod media_type;

pub use filename::{FILENAME_BYTES_MAX, filename};
pub use limits::{AttachmentLimits, AttachmentRefused, Usage};
pub use media_type::media_type;

/// Identifier of an attachment, unique in the service and never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttachmentId(pub i64);
