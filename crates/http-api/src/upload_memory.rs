//! The memory that all uploads together may take.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

const KIB: usize = 1024;

/// A bound on the bytes of uploads in memory. Clones share it.
#[derive(Debug, Clone)]
pub struct UploadMemory {
    /// One permit for each KiB.
    free: Arc<Semaphore>,
    kib_max: usize,
}

impl UploadMemory {
    /// So many bytes, rounded up to KiB.
    pub fn new(bytes_max: usize) -> Self {
        let kib_max = bytes_max.div_ceil(KIB).min(Semaphore::MAX_PERMITS);
        Self {
            free: Arc::new(Semaphore::new(kib_max)),
            kib_max,
        }
    }

    /// The bound.
    pub fn bytes_max(&self) -> usize {
        self.kib_max * KIB
    }

    /// What is taken now.
    pub fn bytes_taken(&self) -> usize {
        self.kib_max.saturating_sub(self.free.available_permits()) * KIB
    }

    /// Waits until there is so much; given back when the answer is dropped. `None` is never
    /// answered: the bound is not closed.
    pub(crate) async fn take(&self, kib: u32) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.free).acquire_many_owned(kib).await.ok()
    }
}
