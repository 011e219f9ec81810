//! Adds an attachment: stores the bytes of a file as they arrive, then its row.

use std::pin::pin;
use std::sync::Arc;

use domain::attachment::{AttachedFile, Attachment, AttachmentUsage, filename, media_type};
use domain::client_network::ClientNetwork;
use domain::history::{Action, EntryContent, attachment_added};
use domain::{BlobKey, PaId, Timestamp};
use futures::future::{Either, select};
use ports::Transaction;

use super::arrival::{Arrival, Bounds, NewFile};
use super::listing::Listing;
use super::repeated::content;
use super::{AttachmentError, AttachmentReport, Attachments};
use crate::detached::{CallerGone, caller, run_to_the_end, until_gone};
use crate::history::record;
use crate::loose_blobs::{clear_up, erase, fresh_blob_key, give_up, took_too_long};
use crate::retries::once;
use crate::storage_room::RoomReservation;
use crate::{ApplicationAccess, InternalError, Retry, RetryOutcome};

/// A key that is listed as loose, the attachments that the application had then, and the room for
/// the bytes, which is reserved later.
struct LooseBlob {
    blob: BlobKey,
    listing: Arc<Listing>,
    usage: AttachmentUsage,
    room: RoomReservation,
}

impl Attachments {
    /// Stores the file as another attachment of the application. If the file is refused, breaks off
    /// or takes too long, nothing of it is left when this answers; if this is dropped, soon after.
    ///
    /// The limits are checked three times: before the first byte, with every piece, and, which
    /// decides, when the row is added.
    ///
    /// With a retry whose scope was answered already nothing is stored: the file is only compared
    /// with the first one.
    pub async fn add(
        &self,
        access: ApplicationAccess,
        file: NewFile,
        retry: Option<Retry>,
    ) -> Result<RetryOutcome<AttachmentReport>, AttachmentError> {
        let (_caller, gone) = caller();
        let bytes = until_gone(file.bytes, gone.clone());
        let (attachments, file) = (self.clone(), NewFile { bytes, ..file });
        let add = async move { attachments.add_whole(access, file, gone, retry).await };
        run_to_the_end(add).await
    }

    async fn add_whole(
        &self,
        access: ApplicationAccess,
        file: NewFile,
        gone: CallerGone,
        retry: Option<Retry>,
    ) -> Result<RetryOutcome<AttachmentReport>, AttachmentError> {
        let (retry, listed) = self
            .list_as_loose(access.pa_id, file.size_bytes_max, retry)
            .await?;
        let Some(listed) = listed else {
            return self.compare(access.pa_id, file, retry).await;
        };
        let (store, blobs) = (&self.ports.store, &self.ports.blobs);
        let (blob, listing) = (listed.blob.clone(), Arc::clone(&listed.listing));
        match self.store_bytes(listed, file, gone).await {
            Ok(file) => {
                let added = self.add_row(access, listing.since(), file, retry).await;
                clear_up(store, blobs, blob, &added).await;
                added
            }
            // No row was tried yet.
            Err(error) => {
                match &error {
                    AttachmentError::Internal(error) => give_up(store, blobs, blob, error).await,
                    _ => erase(store, blobs, blob).await,
                }
                Err(error)
            }
        }
    }

    /// Lists a new key as loose, unless the application certainly cannot have another attachment.
    /// Nothing is listed if the request was answered already.
    async fn list_as_loose(
        &self,
        pa_id: PaId,
        size_bytes_max: Option<u64>,
        retry: Option<Retry>,
    ) -> Result<(Option<Retry>, Option<LooseBlob>), AttachmentError> {
        let (limits, at) = (self.limits, self.ports.clock.now());
        // What can be told to have no room is refused before it is sent.
        let announced = size_bytes_max.unwrap_or(1).min(limits.file_bytes_max);
        let has_room = self.ports.room.look_for(announced).await;
        let (room, bound) = (
            self.ports.room.reserve_later(),
            self.ports.room.total_bound(),
        );
        let blob = fresh_blob_key(self.ports.entropy.as_ref());
        let (store, clock) = (Arc::clone(&self.ports.store), Arc::clone(&self.ports.clock));
        let listing = Arc::new(Listing::new(store, clock, bound, (blob.clone(), at)));
        self.ports
            .store
            .write(move |rows| {
                if !rows.exists(pa_id)? {
                    return Err(AttachmentError::ApplicationNotFound);
                }
                let usage = rows.attachment_usage(pa_id)?;
                // Looked at after the usage: what was answered meanwhile may be what has used it
                // up.
                let answered = retry.as_ref().map(|retry| retry.is_answered(rows, at));
                if answered.transpose()? == Some(true) {
                    return Ok((retry, None));
                }
                limits
                    .admit(usage, 1)
                    .map_err(AttachmentError::NotAdmitted)?;
                has_room?;
                bound.admit(rows, announced)?;
                rows.add_loose_blob(&blob, at)?;
                let listed = LooseBlob {
                    blob,
                    listing,
                    usage,
                    room,
                };
                Ok((retry, Some(listed)))
            })
            .await
    }

    async fn store_bytes(
        &self,
        listed: LooseBlob,
        file: NewFile,
        gone: CallerGone,
    ) -> Result<AttachedFile, AttachmentError> {
        let arrival = Arrival::default();
        let bounds = Bounds {
            limits: self.limits,
            types: self.types.clone(),
            usage: listed.usage,
        };
        let room = (listed.room, file.size_bytes_max);
        let bytes = listed.listing.keep_during(file.bytes, room, &arrival);
        let bytes = arrival.watch(bytes, bounds);
        let stored = self.ports.blobs.put(&listed.blob, bytes).await;
        if let Some(reason) = arrival.ended_for() {
            return Err(reason);
        }
        let (stored, beginning) = (stored?, arrival.beginning());
        let admitted = self.types.admit(&beginning);
        admitted.map_err(AttachmentError::TypeNotAllowed)?;
        if self.ports.scanner.is_some() {
            listed.listing.list_anew().await?;
            self.look_at(file.client, &listed.blob, gone).await?;
        }
        Ok(AttachedFile {
            filename: filename(&file.filename),
            content_type: media_type(file.content_type.as_deref(), &beginning),
            size_bytes: stored.size_bytes,
            sha256: stored.sha256,
            blob: listed.blob,
        })
    }

    /// Shows the stored bytes to the scanner, for as long as somebody waits: a slow sender does not
    /// keep it waiting, and nothing names the bytes yet.
    async fn look_at(
        &self,
        client: ClientNetwork,
        blob: &BlobKey,
        gone: CallerGone,
    ) -> Result<(), AttachmentError> {
        let Some(scanner) = &self.ports.scanner else {
            return Ok(());
        };
        let bytes = async {
            let bytes = self.ports.blobs.read(blob, None).await?;
            bytes.ok_or_else(|| InternalError::Failed("the bytes are gone".into()))
        };
        let looking = pin!(scanner.find_malware(client, bytes));
        match select(looking, gone).await {
            Either::Left((found, _)) => found?.map_or(Ok(()), |signature| {
                Err(AttachmentError::Infected(signature))
            }),
            Either::Right(_) => Err(AttachmentError::Interrupted("the caller has gone".into())),
        }
    }

    async fn add_row(
        &self,
        ApplicationAccess { pa_id, caller }: ApplicationAccess,
        listed_at: Timestamp,
        file: AttachedFile,
        retry: Option<Retry>,
    ) -> Result<RetryOutcome<AttachmentReport>, AttachmentError> {
        let content = content(&file.filename, &file.sha256);
        let request = retry.map(|retry| Arc::new((retry, content)));
        let (limits, clock) = (self.limits, Arc::clone(&self.ports.clock));
        let add = move |rows: &mut dyn Transaction| {
            rows.lock(pa_id)?
                .ok_or(AttachmentError::ApplicationNotFound)?;
            let usage = rows.attachment_usage(pa_id)?;
            let admitted = limits.admit(usage, file.size_bytes);
            admitted.map_err(AttachmentError::NotAdmitted)?;
            // Others may have changed the application while the bytes came.
            let now = clock.now();
            let id = rows.add_attachment(pa_id, &file, now)?;
            let still_loose = rows.take_loose_blob(&file.blob)?;
            if !still_loose || took_too_long(listed_at, now) {
                return Err(AttachmentError::TookTooLong);
            }
            let attachment = Attachment {
                id,
                file: file.clone(),
                created_at: now,
            };
            let entry = EntryContent {
                at: now,
                by: caller.into(),
                action: Action::AttachmentAdded,
                changes: vec![attachment_added(&attachment)],
            };
            record(rows, pa_id, entry)?;
            Ok((pa_id, AttachmentReport::from(&attachment)))
        };
        once(&self.ports.store, &self.ports.clock, request, add).await
    }
}
