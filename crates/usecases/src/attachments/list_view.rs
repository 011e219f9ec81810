//! The attachments of an application with the answer that lists them, as they are cached.

use std::mem::size_of;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use domain::PaId;
use domain::attachment::Attachment;
use ports::{ApplicationStamp, Transaction};

use super::read::list_of;
use super::{AttachmentError, AttachmentList};
use crate::ApplicationQuery;
use crate::stamped_cache::{Stamped, StampedCache};

/// About as much memory as the cached lists take at most.
pub(crate) const LIST_BYTES_MAX: usize = 2 * 1_048_576;

/// Bytes that a list takes beside its attachments.
const BYTES_BESIDE: usize = 512;

/// A list as it was when it was read, and the answer that follows from it alone.
#[derive(Debug)]
pub struct AttachmentListView {
    /// The list.
    pub list: AttachmentList,
    /// The answer as JSON, set when the list is first shown.
    pub answer: OnceLock<Bytes>,
    pa_id: PaId,
    stamp: ApplicationStamp,
}

/// The query that lists all attachments, with their number and size.
pub struct ListAttachments(pub(crate) Arc<StampedCache<AttachmentListView>>);

impl ApplicationQuery for ListAttachments {
    type Found = Arc<AttachmentListView>;
    type Error = AttachmentError;

    fn find_remembered(&self, pa_id: PaId) -> Option<(ApplicationStamp, Self::Found)> {
        self.0.find_remembered(pa_id)
    }

    fn find(self, rows: &mut dyn Transaction, pa_id: PaId) -> Result<Self::Found, Self::Error> {
        let stamp = rows.find_stamp(pa_id)?;
        let stamp = stamp.ok_or(AttachmentError::ApplicationNotFound)?;
        if let Some(view) = self.0.find(pa_id, &stamp) {
            return Ok(view);
        }
        let view = Arc::new(AttachmentListView {
            list: list_of(rows, pa_id)?,
            answer: OnceLock::new(),
            pa_id,
            stamp,
        });
        self.0.add(Arc::clone(&view));
        Ok(view)
    }
}

impl Stamped for AttachmentListView {
    fn pa_id(&self) -> PaId {
        self.pa_id
    }

    fn stamp(&self) -> &ApplicationStamp {
        &self.stamp
    }

    /// Counts an answer of as many bytes as the attachments, whether it is set or not.
    fn bytes(&self) -> usize {
        let of_one = |attachment: &Attachment| {
            let texts = attachment.file.filename.len() + attachment.file.content_type.len();
            2 * (size_of::<Attachment>() + texts)
        };
        BYTES_BESIDE + self.list.attachments.iter().map(of_one).sum::<usize>()
    }
}
