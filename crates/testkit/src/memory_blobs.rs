//! The blob store in memory.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::BlobKey;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobError, BlobStore, BlobSummary, ByteStream, KeyStream};
use sha256::Sha256;

/// Bytes of one piece of a read, so that tests meet blobs of several pieces.
const PIECE_BYTES: usize = 64 * 1024;

/// The port's blob store in memory. Clones share their content.
#[derive(Debug, Clone, Default)]
pub struct MemoryBlobStore {
    blobs: Arc<Mutex<HashMap<BlobKey, Bytes>>>,
    capacity_bytes: Arc<Mutex<Option<u64>>>,
}

impl MemoryBlobStore {
    /// Sets the size from which [`BlobStore::free_bytes`] is reckoned. It limits nothing: more can
    /// be stored.
    pub fn set_capacity(&self, bytes: u64) {
        *guard(&self.capacity_bytes) = Some(bytes);
    }

    fn blobs(&self) -> MutexGuard<'_, HashMap<BlobKey, Bytes>> {
        guard(&self.blobs)
    }
}

fn guard<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl BlobStore for MemoryBlobStore {
    async fn put(&self, key: &BlobKey, mut bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let mut all = Vec::new();
        while let Some(piece) = bytes.try_next().await? {
            all.extend_from_slice(&piece);
        }
        let summary = BlobSummary {
            size_bytes: all.len().try_into().unwrap_or(u64::MAX),
            sha256: Sha256::digest(&all),
        };
        let mut blobs = self.blobs();
        if blobs.contains_key(key) {
            return Err(BlobError::AlreadyExists);
        }
        blobs.insert(key.clone(), Bytes::from(all));
        Ok(summary)
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        let Some(all) = self.blobs().get(key).cloned() else {
            return Ok(None);
        };
        let cut = |position: u64| {
            usize::try_from(position)
                .unwrap_or(usize::MAX)
                .min(all.len())
        };
        let (start, end) = range.map_or((0, all.len()), |range| (cut(range.start), cut(range.end)));
        let wanted = all.slice(start.min(end)..end);
        let starts = (0..wanted.len()).step_by(PIECE_BYTES);
        let pieces: Vec<Bytes> = starts
            .map(|start| wanted.slice(start..wanted.len().min(start + PIECE_BYTES)))
            .collect();
        Ok(Some(stream::iter(pieces).map(Ok).boxed()))
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        self.blobs().remove(key);
        Ok(())
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        let keys: Vec<BlobKey> = self.blobs().keys().cloned().collect();
        Ok(stream::iter(keys).map(Ok).boxed())
    }

    /// Nothing is ever left: a put keeps its bytes to itself until it stores them.
    async fn remove_unfinished(&self, _age_min: Duration) -> Result<usize, BlobError> {
        Ok(0)
    }

    async fn check(&self) -> Result<(), BlobError> {
        Ok(())
    }

    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        let capacity = *guard(&self.capacity_bytes);
        let stored: usize = self.blobs().values().map(Bytes::len).sum();
        let stored = u64::try_from(stored).unwrap_or(u64::MAX);
        Ok(capacity.map(|capacity| capacity.saturating_sub(stored)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::MemoryBlobStore;
    use ports::BlobStore;

    fn make_store() -> crate::TestResult<(Arc<dyn BlobStore>, ())> {
        Ok((Arc::new(MemoryBlobStore::default()), ()))
    }

    crate::blob_conformance!(make_store);
}
