//! Lists attachments, and reads one with its bytes.

use std::ops::Range;

use domain::attachment::{Attachment, AttachmentUsage};
use domain::{AttachmentId, PaId};
use ports::{StoreError, Transaction};

use super::{AttachmentError, Attachments};
use crate::download::NotedBytes;
use crate::{BlobRole, Download, InternalError};

/// The attachments of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachmentList {
    /// In the order in which they came.
    pub attachments: Vec<Attachment>,
    /// Their number and their size together.
    pub usage: AttachmentUsage,
}

/// All attachments of an application, with their number and size.
pub(super) fn list_of(
    rows: &mut dyn Transaction,
    pa_id: PaId,
) -> Result<AttachmentList, StoreError> {
    let attachments = rows.list_attachments(pa_id)?;
    let sizes = attachments
        .iter()
        .map(|attachment| attachment.file.size_bytes);
    let usage = sizes.fold(AttachmentUsage::default(), |usage, size_bytes| {
        AttachmentUsage {
            count: usage.count + 1,
            total_bytes: usage.total_bytes.saturating_add(size_bytes),
        }
    });
    Ok(AttachmentList { attachments, usage })
}

impl Attachments {
    /// The attachment's row, without its bytes: enough to judge a condition or a range.
    pub async fn find(&self, pa_id: PaId, id: AttachmentId) -> Result<Attachment, AttachmentError> {
        self.ports
            .store
            .read(move |rows| {
                rows.find_attachment(pa_id, id)?
                    .ok_or(AttachmentError::NotFound)
            })
            .await
    }

    /// The bytes of an attachment that was found, or those of a range; a range past the end is cut.
    pub async fn read(
        &self,
        pa_id: PaId,
        attachment: &Attachment,
        range: Option<Range<u64>>,
    ) -> Result<Download, AttachmentError> {
        let noted = NotedBytes {
            pa_id,
            part: BlobRole::Attachment(attachment.id),
            size_bytes: Some(attachment.file.size_bytes),
            sha256: Some(attachment.file.sha256),
        };
        let noted = match &range {
            Some(range) => noted.range(range),
            None => noted,
        };
        match self.ports.blobs.read(&attachment.file.blob, range).await? {
            Some(bytes) => Ok(noted.compare(bytes, &self.known)),
            // Rows name only bytes that are there; gone bytes mean a removal that was faster.
            None => {
                self.find(pa_id, attachment.id).await?;
                Err(InternalError::Failed("a row names bytes that are missing".into()).into())
            }
        }
    }
}
