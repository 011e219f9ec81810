//! Copies one blob.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use domain::BlobKey;
use futures::StreamExt as _;
use ports::{BlobError, BlobSummary, ByteStream, StoreError};

use super::Transfer;
use crate::InternalError;
use crate::archive::NamedBytes;
use crate::loose_blobs::erase;

pub(super) enum FetchOutcome {
    /// It is in the target, listed as loose.
    Whole { size_bytes: u64 },
    /// The source has no such bytes.
    Missing,
    /// They are not the bytes that the row names.
    Changed,
    /// The source cannot read them.
    Unreadable,
}

enum StoreOutcome {
    Whole(BlobSummary),
    KeyInUse,
    SourceFailed(BlobError),
}

impl Transfer {
    /// Copies the bytes under the key that they have. Whatever happens after the key was listed,
    /// the target's sweep finds them.
    pub(super) async fn fetch(&self, named: &NamedBytes) -> Result<FetchOutcome, InternalError> {
        let mut bytes = match self.ports.from.blobs.read(&named.blob, None).await {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(FetchOutcome::Missing),
            Err(error) => return self.unreadable(error).await,
        };
        self.list_as_loose(&named.blob).await?;
        loop {
            match self.store_bytes(&named.blob, bytes).await? {
                StoreOutcome::Whole(stored) if named.are(stored.size_bytes, &stored.sha256) => {
                    let size_bytes = stored.size_bytes;
                    return Ok(FetchOutcome::Whole { size_bytes });
                }
                StoreOutcome::Whole(_) => {
                    let to = &self.ports.to;
                    erase(&to.store, &to.blobs, named.blob.clone()).await;
                    return Ok(FetchOutcome::Changed);
                }
                StoreOutcome::SourceFailed(error) => return self.unreadable(error).await,
                // Left by a transfer that was cut before it added the row.
                StoreOutcome::KeyInUse => self.ports.to.blobs.remove(&named.blob).await?,
            }
            bytes = match self.ports.from.blobs.read(&named.blob, None).await? {
                Some(bytes) => bytes,
                None => return Ok(FetchOutcome::Missing),
            };
        }
    }

    /// Lists the key, or lists it anew if a transfer that was cut off has listed it.
    async fn list_as_loose(&self, blob: &BlobKey) -> Result<(), InternalError> {
        let (blob, now) = (blob.clone(), self.ports.clock.now());
        let list = self.ports.to.store.write::<_, StoreError>(move |rows| {
            rows.remove_loose_blob(&blob)?;
            rows.add_loose_blob(&blob, now)
        });
        Ok(list.await?)
    }

    async fn store_bytes(
        &self,
        blob: &BlobKey,
        bytes: ByteStream,
    ) -> Result<StoreOutcome, InternalError> {
        let source_failed = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&source_failed);
        let bytes = bytes.inspect(move |piece| {
            if piece.is_err() {
                seen.store(true, Ordering::SeqCst);
            }
        });
        match self.ports.to.blobs.put(blob, bytes.boxed()).await {
            Ok(stored) => Ok(StoreOutcome::Whole(stored)),
            Err(error) if source_failed.load(Ordering::SeqCst) => {
                Ok(StoreOutcome::SourceFailed(error))
            }
            Err(BlobError::AlreadyExists) => Ok(StoreOutcome::KeyInUse),
            Err(error) => Err(error.into()),
        }
    }

    /// [`FetchOutcome::Unreadable`] for one damaged blob; an error if the whole store does not
    /// answer.
    async fn unreadable(&self, error: BlobError) -> Result<FetchOutcome, InternalError> {
        match self.ports.from.blobs.check().await {
            Ok(()) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "a blob cannot be read"
                );
                Ok(FetchOutcome::Unreadable)
            }
            Err(_) => Err(error.into()),
        }
    }
}
