//! The key of bytes that are arriving, listed as loose for as long as that takes.

use std::sync::{Arc, Mutex, PoisonError};

use domain::{BlobKey, Timestamp};
use futures::{StreamExt as _, stream};
use ports::{ByteStream, Clock, Store, Transaction};

use super::AttachmentError;
use super::arrival::Arrival;
use crate::loose_blobs::is_to_be_renewed;

/// A key as the list of loose blobs has it.
pub(super) struct ListedKey {
    pub(super) blob: BlobKey,
    /// The room that is kept for its bytes.
    pub(super) reserved: u64,
    pub(super) at: Timestamp,
}

/// A key that is listed as loose.
pub(super) struct Listing {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    blob: BlobKey,
    reserved: u64,
    /// Since when, as the list says it.
    at: Mutex<Timestamp>,
}

impl Listing {
    pub(super) fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, listed: ListedKey) -> Self {
        Self {
            store,
            clock,
            blob: listed.blob,
            reserved: listed.reserved,
            at: Mutex::new(listed.at),
        }
    }

    pub(super) fn at(&self) -> Timestamp {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same bytes. While they arrive the key is listed anew from time to time, so that it is
    /// always young; when a sweep has taken it nevertheless they are broken off.
    pub(super) fn keep_during(
        self: &Arc<Self>,
        bytes: ByteStream,
        arrival: &Arrival,
    ) -> ByteStream {
        let (listing, arrival) = (Arc::clone(self), arrival.clone());
        let kept = stream::unfold(Some(bytes), move |bytes| {
            let (listing, arrival) = (Arc::clone(&listing), arrival.clone());
            async move {
                let mut bytes = bytes?;
                let piece = bytes.next().await;
                match listing.renew().await {
                    Ok(()) => piece.map(|piece| (piece, Some(bytes))),
                    Err(error) => Some((Err(arrival.end_for(error)), None)),
                }
            }
        });
        kept.fuse().boxed()
    }

    async fn renew(&self) -> Result<(), AttachmentError> {
        let now = self.clock.now();
        if !is_to_be_renewed(self.at(), now) {
            return Ok(());
        }
        let (blob, reserved) = (self.blob.clone(), self.reserved);
        let renew = move |rows: &mut dyn Transaction| {
            if !rows.remove_loose_blob(&blob)? {
                return Err(AttachmentError::TookTooLong);
            }
            Ok(rows.reserve_blob(&blob, reserved, now)?)
        };
        self.store.write(renew).await?;
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = now;
        Ok(())
    }
}
