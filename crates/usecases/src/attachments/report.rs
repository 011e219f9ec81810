//! The report of adding a file.

use domain::attachment::Attachment;
use domain::{AttachmentId, Timestamp};
use forms::{Decimal, Value};

use crate::retries::{Replayable, StoredMembers};

/// A new attachment, as its sender is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachmentReport {
    /// Unique in the service, also after it was removed.
    pub id: AttachmentId,
    /// Its name, without folders.
    pub filename: String,
    /// Its media type.
    pub content_type: String,
    /// Its size in bytes.
    pub size_bytes: u64,
    /// When it was added.
    pub created_at: Timestamp,
}

impl From<&Attachment> for AttachmentReport {
    fn from(attachment: &Attachment) -> Self {
        Self {
            id: attachment.id,
            filename: attachment.file.filename.clone(),
            content_type: attachment.file.content_type.clone(),
            size_bytes: attachment.file.size_bytes,
            created_at: attachment.created_at,
        }
    }
}

impl Replayable for AttachmentReport {
    fn members(&self) -> StoredMembers {
        let size = i64::try_from(self.size_bytes).unwrap_or(i64::MAX);
        StoredMembers::new([
            ("id", Value::Number(Decimal::from_integer(self.id.0))),
            ("filename", Value::text(&*self.filename)),
            ("content_type", Value::text(&*self.content_type)),
            ("size", Value::Number(Decimal::from_integer(size))),
            ("created_at", Value::text(self.created_at.to_string())),
        ])
    }

    fn from_members(members: &StoredMembers) -> Option<Self> {
        Some(Self {
            id: AttachmentId(members.number("id")?.to_integer()?),
            filename: members.text("filename")?.to_owned(),
            content_type: members.text("content_type")?.to_owned(),
            size_bytes: u64::try_from(members.number("size")?.to_integer()?).ok()?,
            created_at: members.timestamp("created_at")?,
        })
    }
}
