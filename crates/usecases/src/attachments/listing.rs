//! Keeps the key of arriving bytes listed as loose for as long as they arrive, and reserves room
//! for them piece by piece.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use domain::{BlobKey, Timestamp};
use futures::{StreamExt as _, stream};
use ports::{ByteStream, Clock, Store, Transaction};

use super::AttachmentError;
use super::arrival::Arrival;
use crate::loose_blobs::is_to_be_renewed;
use crate::storage_room::{RoomReservation, TotalBound};

/// Room is reserved in steps of so many bytes, or for what is still announced if that is less.
const ROOM_STEP_BYTES: u64 = 1_048_576;

/// A key that is listed as loose.
pub(super) struct Listing {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    blob: BlobKey,
    bound: TotalBound,
    listed: Mutex<Listed>,
}

/// The entry of the key in the list.
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
    /// Most bytes that can come, where that is known.
    announced_bytes: Option<u64>,
}

impl Listing {
    /// A key that was listed as loose at `since`, without reserved room.
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

    /// The same bytes, each piece handed on when there is room for it. While they arrive the key is
    /// listed anew from time to time, so that a sweep leaves it alone; if a sweep has taken it all
    /// the same, or there is no room, the stream ends with an error.
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

    /// Lists the key anew when all bytes have arrived, to have time for scanning and for the row.
    pub(super) async fn list_anew(&self) -> Result<(), AttachmentError> {
        self.renew(self.listed().reserved_bytes, true).await
    }

    /// Lists the key anew if `is_due` or if it was listed too long ago, and with so much reserved
    /// room if all stored bytes are bounded.
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
            if !rows.take_loose_blob(&blob)? {
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
    /// The size to which the reservation must grow for so many more bytes.
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
