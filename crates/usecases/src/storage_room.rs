//! How much room there is for files, and that none is taken which there is not.
//!
//! Room is put aside for the largest that a file can become before its first byte is stored: in
//! this process for the disks, so that all files on their way together leave the floor of free
//! space untouched; in the database, for all instances, so that the bound on all bytes is never
//! passed. What is put aside in the database goes with the key in the list of loose blobs, so that
//! a process that dies leaves it for the sweeper.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ports::{StoreError, Transaction};

use crate::{InternalError, Storage};

/// When nothing more is taken. Reading, removing and changing go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StorageLimits {
    /// So many bytes stay free on the disks of blob store and database, where that is known.
    pub free_bytes_min: u64,
    /// All files together have at most so many bytes, where that is bounded.
    pub total_bytes_max: Option<u64>,
}

/// The room for files. Clones share it.
#[derive(Clone)]
pub struct StorageRoom {
    storage: Storage,
    limits: StorageLimits,
    /// Put aside on the disks and not written yet.
    under_way: Arc<AtomicU64>,
}

/// How much room there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomReport {
    /// Free for blobs, where that is known.
    pub blobs_free_bytes: Option<u64>,
    /// Free for the database, where that is known.
    pub database_free_bytes: Option<u64>,
    /// What all files have, with the room that is put aside for those on their way.
    pub stored_bytes: u64,
}

/// Room for one file, given back when this is dropped.
pub(crate) struct RoomReservation {
    size_bytes: u64,
    unwritten: u64,
    total_bytes_max: Option<u64>,
    under_way: Arc<AtomicU64>,
}

impl StorageLimits {
    /// Every byte may be taken.
    pub const NONE: Self = Self {
        free_bytes_min: 0,
        total_bytes_max: None,
    };
}

impl StorageRoom {
    /// The room in this storage, within these limits.
    pub fn new(storage: Storage, limits: StorageLimits) -> Self {
        Self {
            storage,
            limits,
            under_way: Arc::default(),
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

    /// Room on the disks for a file of at most so many bytes.
    pub(crate) async fn reserve(&self, size_bytes: u64) -> Result<RoomReservation, InternalError> {
        // Before the look: of two at once neither may overlook the other.
        let before = self.under_way.fetch_add(size_bytes, Ordering::SeqCst);
        let reservation = RoomReservation {
            size_bytes,
            unwritten: size_bytes,
            total_bytes_max: self.limits.total_bytes_max,
            under_way: Arc::clone(&self.under_way),
        };
        let under_way = before.saturating_add(size_bytes);
        let needed = self.limits.free_bytes_min.saturating_add(under_way);
        let blobs_free = self.storage.blobs.free_bytes().await?;
        let database_free = self.storage.store.free_bytes().await?;
        if blobs_free.is_some_and(|free| free < needed)
            || database_free.is_some_and(|free| free < self.limits.free_bytes_min)
        {
            let why = "less space would stay free than `limits.free_bytes_min`";
            return Err(InternalError::StorageFull(why.into()));
        }
        Ok(reservation)
    }
}

impl RoomReservation {
    /// For how many bytes it is.
    pub(crate) fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Refuses what the database has put aside for this in the same transaction, if all files
    /// together are too large with it.
    pub(crate) fn admit_total(&self, rows: &mut dyn Transaction) -> Result<(), InternalError> {
        let Some(bytes_max) = self.total_bytes_max else {
            return Ok(());
        };
        if rows.stored_bytes()? > bytes_max {
            let why = "more bytes would be stored than `limits.stored_total_bytes`";
            return Err(InternalError::StorageFull(why.into()));
        }
        Ok(())
    }

    /// So many more bytes take their room themselves from now on.
    pub(crate) fn written(&mut self, size_bytes: u64) {
        let size_bytes = size_bytes.min(self.unwritten);
        self.unwritten -= size_bytes;
        self.under_way.fetch_sub(size_bytes, Ordering::SeqCst);
    }
}

impl Drop for RoomReservation {
    fn drop(&mut self) {
        self.under_way.fetch_sub(self.unwritten, Ordering::SeqCst);
    }
}
