//! Attachments, without their bytes.

use diesel::prelude::*;
use domain::attachment::{AttachedFile, Attachment, AttachmentUsage};
use domain::{AttachmentId, BlobKey, PaId, Timestamp};
use ports::{AttachmentRows, StoreError};

use super::Rows;
use crate::rows::{AttachmentRow, NewAttachmentRow, blob_key, corrupt};
use crate::schema::{attachments, offers};

impl AttachmentRows for Rows<'_> {
    fn attachment_usage(&mut self, pa_id: PaId) -> Result<AttachmentUsage, StoreError> {
        let sizes = self.query(|connection| {
            attachments::table
                .filter(attachments::pa_id.eq(pa_id.to_string()))
                .select((attachments::id, attachments::size_bytes))
                .load::<(i64, i64)>(connection)
        })?;
        // Summed here: databases differ in the type of a sum.
        sizes
            .into_iter()
            .try_fold(AttachmentUsage::default(), |usage, (id, size_bytes)| {
                let size_bytes = u64::try_from(size_bytes)
                    .map_err(|_| corrupt("attachments", "size_bytes", id))?;
                Ok(AttachmentUsage {
                    count: usage.count + 1,
                    total_bytes: usage.total_bytes.saturating_add(size_bytes),
                })
            })
    }

    fn list_attachments(&mut self, pa_id: PaId) -> Result<Vec<Attachment>, StoreError> {
        let rows = self.query_of(("attachments", pa_id), |connection| {
            attachments::table
                .filter(attachments::pa_id.eq(pa_id.to_string()))
                .order(attachments::id)
                .select(AttachmentRow::as_select())
                .load(connection)
        })?;
        rows.into_iter()
            .map(AttachmentRow::into_attachment)
            .collect()
    }

    fn find_attachment(
        &mut self,
        pa_id: PaId,
        id: AttachmentId,
    ) -> Result<Option<Attachment>, StoreError> {
        self.query_of(("attachments", pa_id), |connection| {
            attachments::table
                .filter(attachments::pa_id.eq(pa_id.to_string()))
                .filter(attachments::id.eq(id.0))
                .select(AttachmentRow::as_select())
                .get_result(connection)
                .optional()
        })?
        .map(AttachmentRow::into_attachment)
        .transpose()
    }

    fn add_attachment(
        &mut self,
        pa_id: PaId,
        file: &AttachedFile,
        created_at: Timestamp,
    ) -> Result<AttachmentId, StoreError> {
        let Some(row) = NewAttachmentRow::of(pa_id, file, created_at) else {
            return self.refuse("an attachment was to be larger than can be stored");
        };
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(attachments::table)
                .values(row)
                .returning(attachments::id)
                .get_result(connection)
        })
        .map(AttachmentId)
    }

    fn remove_attachment(
        &mut self,
        pa_id: PaId,
        id: AttachmentId,
    ) -> Result<Option<BlobKey>, StoreError> {
        let blob = self.change_locked(pa_id, |connection| {
            let naming_it = offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::attachment_id.eq(id.0));
            diesel::update(naming_it)
                .set(offers::attachment_id.eq(None::<i64>))
                .execute(connection)?;
            let itself = attachments::table
                .filter(attachments::pa_id.eq(pa_id.to_string()))
                .filter(attachments::id.eq(id.0));
            diesel::delete(itself)
                .returning(attachments::blob)
                .get_result::<String>(connection)
                .optional()
        })?;
        blob.map(|blob| blob_key(id.0, &blob)).transpose()
    }
}
