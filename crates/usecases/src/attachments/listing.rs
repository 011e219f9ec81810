//! The key of bytes that are arriving, listed as loose for as long as that takes, and the room for
//! them, which is put aside piece by piece.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use domain::{BlobKey, Timestamp};
use futures::{StreamExt as _, stream};
use ports::{ByteStream, Clock, Store, Transaction};

use super::AttachmentError;
use super::arrival::Arrival;
use crate::loose_blobs::is_to_be_renewed;
use crate::storage_room::{RoomReservation, TotalBound};

/// Room is put aside in pieces of so many bytes, or for what is still announced where that is less.
const ROOM_STEP_BYTES: u64 = 1_048_576;

/// A key that is listed as loose.
pub(super) struct Listing {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    blob: BlobKey,
    bound: TotalBound,
    listed: Mutex<Listed>,
}

/// What the list says of the key.
#[derive(Clone, Copy)]
struct Listed {
    since: Timestamp,
    reserved_bytes: u64,
}

/// Bytes on their way, and the room for them.
struct Arriving {
    bytes: ByteStream,
    room: RoomReservation,
    arrived_bytes: u64,
    /// No more come, where that is known.
    announced_bytes: Option<u64>,
}

impl Listing {
    /// Listed since then, without room.
    pub(super) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        bound: TotalBound,
        (blob, since): (BlobKey, Timestamp),
    ) -> Self {
        let listed = Listed {
            since,
            reserved_bytes: 0,
        };
        Self {
            store,
            clock,
            blob,
            bound,
            listed: Mutex::new(listed),
        }
    }

    pub(super) fn since(&self) -> Timestamp {
        self.listed().since
    }

    /// The same bytes, each after there is room for it. While they arrive the key is listed anew
    /// from time to time, so that it is always young; when a sweep has taken it nevertheless, or
    /// there is no room, they are broken off.
    pub(super) fn keep_during(
        self: &Arc<Self>,
        bytes: ByteStream,
        (room, announced_bytes): (RoomReservation, Option<u64>),
        arrival: &Arrival,
    ) -> ByteStream {
        let (listing, arrival) = (Arc::clone(self), arrival.clone());
        let arriving = Arriving {
            bytes,
            room,
            arrived_bytes: 0,
            announced_bytes,
        };
        let kept = stream::unfold(Some(arriving), move |arriving| {
            let (listing, arrival) = (Arc::clone(&listing), arrival.clone());
            async move {
                let mut arriving = arriving?;
                let piece = arriving.bytes.next().await;
                match listing.keep_room(&mut arriving, &piece).await {
                    Ok(()) => piece.map(|piece| (piece, Some(arriving))),
                    Err(error) => Some((Err(arrival.end_for(error)), None)),
                }
            }
        });
        kept.fuse().boxed()
    }

    async fn keep_room<E>(
        &self,
        arriving: &mut Arriving,
        piece: &Option<Result<Bytes, E>>,
    ) -> Result<(), AttachmentError> {
        let length = match piece {
            Some(Ok(piece)) => u64::try_from(piece.len()).unwrap_or(u64::MAX),
            Some(Err(_)) | None => 0,
        };
        let reserved_bytes = arriving.room_for(length)?;
        arriving.room.grow_to(reserved_bytes).await?;
        self.renew(reserved_bytes, false).await?;
        arriving.room.written(length);
        Ok(())
    }

    /// Lists the key anew, for what comes when all bytes are there.
    pub(super) async fn list_anew(&self) -> Result<(), AttachmentError> {
        self.renew(self.listed().reserved_bytes, true).await
    }

    /// Lists the key anew where that is due, and with so much room where all bytes are bounded.
    async fn renew(&self, reserved_bytes: u64, is_due: bool) -> Result<(), AttachmentError> {
        let (before, now) = (self.listed(), self.clock.now());
        let bound = self.bound;
        let reserved_bytes = if bound.is_set() { reserved_bytes } else { 0 };
        let is_to_grow = reserved_bytes > before.reserved_bytes;
        if !is_to_grow && !is_due && !is_to_be_renewed(before.since, now) {
            return Ok(());
        }
        let blob = self.blob.clone();
        let renew = move |rows: &mut dyn Transaction| {
            if !rows.remove_loose_blob(&blob)? {
                return Err(AttachmentError::TookTooLong);
            }
            rows.reserve_blob(&blob, reserved_bytes, now)?;
            if is_to_grow {
                bound.admit(rows, 0)?;
            }
            Ok(())
        };
        self.store.write(renew).await?;
        *self.lock() = Listed {
            since: now,
            reserved_bytes,
        };
        Ok(())
    }

    fn listed(&self) -> Listed {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, Listed> {
        self.listed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Arriving {
    /// How much room there must be for so many more bytes.
    fn room_for(&mut self, length: u64) -> Result<u64, AttachmentError> {
        self.arrived_bytes = self.arrived_bytes.saturating_add(length);
        let (arrived, reserved) = (self.arrived_bytes, self.room.size_bytes());
        let announced = self.announced_bytes.unwrap_or(u64::MAX);
        if arrived > announced {
            return Err(AttachmentError::Interrupted(
                "more bytes came than were announced".into(),
            ));
        }
        if arrived <= reserved {
            return Ok(reserved);
        }
        Ok(arrived.next_multiple_of(ROOM_STEP_BYTES).min(announced))
    }
}
