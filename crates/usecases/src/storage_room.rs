//! Room for files: limits on stored bytes and on free disk space, and reservations within them.
//!
//! Room is put aside before bytes are stored, piece by piece as they arrive, so that bytes that are
//! only announced block nobody else: in this process for the disks, so that all files on their way
//! together leave the floor of free space untouched; in the database, for all instances, so that
//! the bound on all bytes is never passed. What is put aside in the database goes with the key in
//! the list of loose blobs, so that a process that dies leaves it for the sweeper.

mod changes;
mod check;
mod last_look;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ports::{StoreError, Transaction};

use crate::{InternalError, Storage};
use last_look::LastLook;

/// The limits at which no more files are accepted; by default none. Reading, removing and changing
/// go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StorageLimits {
    /// Bytes that must stay free on the disks of blob store and database, where that is known.
    pub free_bytes_min: u64,
    /// Most bytes of all files together; `None` for no bound.
    pub total_bytes_max: Option<u64>,
}

/// The room for files. Clones share it.
#[derive(Clone)]
pub struct StorageRoom {
    storage: Storage,
    limits: StorageLimits,
    disks: Arc<Disks>,
}

/// What this process does to the disks, and has seen of them.
#[derive(Default)]
struct Disks {
    /// Bytes that are reserved and not written yet.
    under_way: AtomicU64,
    /// Bytes that were reserved and are written, since the start.
    written: AtomicU64,
    last_look: Mutex<Option<LastLook>>,
}

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomReport {
    /// Free bytes for blobs, where that is known.
    pub blobs_free_bytes: Option<u64>,
    /// Free bytes for the database, where that is known.
    pub database_free_bytes: Option<u64>,
    /// Bytes of all files, with those that are reserved for files on their way.
    pub stored_bytes: u64,
}

/// Room for one file, given back when this is dropped.
pub(crate) struct RoomReservation {
    room: StorageRoom,
    size_bytes: u64,
    unwritten: u64,
}

/// The bound on all bytes, where there is one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TotalBound(Option<u64>);

impl StorageRoom {
    /// The room in this storage, within these limits.
    pub fn new(storage: Storage, limits: StorageLimits) -> Self {
        Self {
            storage,
            limits,
            disks: Arc::default(),
        }
    }

    /// How much there is now.
    pub async fn report(&self) -> Result<RoomReport, InternalError> {
        let stored = self.storage.store.read(|rows| rows.stored_bytes());
        let stored_bytes: Result<u64, StoreError> = stored.await;
        Ok(RoomReport {
            blobs_free_bytes: self.storage.blobs.free_bytes().await?,
            database_free_bytes: self.storage.store.free_bytes().await?,
            stored_bytes: stored_bytes?,
        })
    }

    /// Reserves room on the disks for a file of so many bytes. [`InternalError::StorageFull`] if
    /// there is none.
    pub(crate) async fn reserve(&self, size_bytes: u64) -> Result<RoomReservation, InternalError> {
        let mut room = self.reserve_later();
        room.grow_to(size_bytes).await?;
        Ok(room)
    }

    /// An empty reservation, for a file that has not begun to arrive.
    pub(crate) fn reserve_later(&self) -> RoomReservation {
        RoomReservation {
            room: self.clone(),
            size_bytes: 0,
            unwritten: 0,
        }
    }

    /// Refuses a file that does not fit on the disks now. Reserves nothing.
    pub(crate) async fn look_for(&self, size_bytes: u64) -> Result<(), InternalError> {
        let under_way = self.disks.under_way.load(Ordering::SeqCst);
        self.admit_under_way(under_way.saturating_add(size_bytes))
            .await
    }

    pub(crate) fn total_bound(&self) -> TotalBound {
        TotalBound(self.limits.total_bytes_max)
    }

    async fn admit_under_way(&self, under_way: u64) -> Result<(), InternalError> {
        let (began, written) = (Instant::now(), self.disks.written.load(Ordering::SeqCst));
        if self.disks.admit_without_a_look(under_way) {
            return Ok(());
        }
        let floor = self.limits.free_bytes_min;
        let needed = floor.saturating_add(under_way);
        let blobs_free = self.storage.blobs.free_bytes().await?;
        let database_free = self.storage.store.free_bytes().await?;
        *self.disks.last_look() = LastLook::new(began, written, floor, [blobs_free, database_free]);
        if blobs_free.is_some_and(|free| free < needed)
            || database_free.is_some_and(|free| free < floor)
        {
            let why = match floor {
                0 => "the files that arrive now need more space than is free",
                _ => "less space would stay free than `limits.free_bytes_min`",
            };
            return Err(InternalError::StorageFull(why.into()));
        }
        Ok(())
    }
}

impl Disks {
    /// Whether the last look is enough to know that there is room for so many bytes.
    fn admit_without_a_look(&self, under_way: u64) -> bool {
        let written = self.written.load(Ordering::SeqCst);
        let last_look = *self.last_look();
        last_look.is_some_and(|look| look.admits(Instant::now(), written, under_way))
    }

    fn last_look(&self) -> MutexGuard<'_, Option<LastLook>> {
        self.last_look
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl TotalBound {
    /// Whether room must be reserved in the database.
    pub(crate) fn is_set(self) -> bool {
        self.0.is_some()
    }

    /// Refuses a file of so many bytes if it does not fit beside what is stored and reserved.
    pub(crate) fn admit(
        self,
        rows: &mut dyn Transaction,
        size_bytes: u64,
    ) -> Result<(), InternalError> {
        let Some(bytes_max) = self.0 else {
            return Ok(());
        };
        if rows.stored_bytes()?.saturating_add(size_bytes) > bytes_max {
            let why = "more bytes would be stored than `limits.stored_total_bytes`";
            return Err(InternalError::StorageFull(why.into()));
        }
        Ok(())
    }
}

impl RoomReservation {
    /// Grows the reservation on the disks to so many bytes altogether. On an error it keeps what it
    /// had.
    pub(crate) async fn grow_to(&mut self, size_bytes: u64) -> Result<(), InternalError> {
        let more = size_bytes.saturating_sub(self.size_bytes);
        if more == 0 {
            return Ok(());
        }
        // Before the look: of two at once neither may overlook the other.
        let under_way = &self.room.disks.under_way;
        let before = under_way.fetch_add(more, Ordering::SeqCst);
        self.size_bytes += more;
        self.unwritten += more;
        let admitted = self.room.admit_under_way(before.saturating_add(more)).await;
        if admitted.is_err() {
            self.size_bytes -= more;
            self.unwritten -= more;
            self.room.disks.under_way.fetch_sub(more, Ordering::SeqCst);
        }
        admitted
    }

    pub(crate) fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Notes that so many more bytes were written, which take their room on the disk themselves
    /// now.
    pub(crate) fn written(&mut self, size_bytes: u64) {
        let size_bytes = size_bytes.min(self.unwritten);
        self.unwritten -= size_bytes;
        // Counted as written first: in between it is counted twice, and never not at all.
        let disks = &self.room.disks;
        disks.written.fetch_add(size_bytes, Ordering::SeqCst);
        disks.under_way.fetch_sub(size_bytes, Ordering::SeqCst);
    }
}

impl Drop for RoomReservation {
    /// Whether the rest was written need not be known: what is counted too much leads to a look.
    fn drop(&mut self) {
        self.written(self.unwritten);
    }
}
