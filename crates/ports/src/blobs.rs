//! Where bytes are kept.

use std::ops::Range;
use std::pin::Pin;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::BlobKey;
use futures::Stream;

use crate::BoxError;

/// Bytes as they come, in pieces of any size.
pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, BlobError>> + Send>>;

/// Keys of blobs, as they are found.
pub type KeyStream = Pin<Box<dyn Stream<Item = Result<BlobKey, BlobError>> + Send>>;

/// What was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobSummary {
    /// Number of bytes.
    pub size_bytes: u64,
    /// SHA-256 of the bytes.
    pub sha256: [u8; 32],
}

/// Keeps blobs: written once, never changed.
///
/// Guarantees: when `put` answers `Ok` the bytes survive a power cut; before that, no reader sees
/// any of them. A `put` that fails or is dropped leaves nothing under its key. Memory grows neither
/// with the size of a blob nor with their number. A reader that has begun goes on to the end even
/// when the blob is removed meanwhile.
#[async_trait]
pub trait BlobStore: Send + Sync {
    /// Stores the stream under a fresh key. An error of the stream is handed back and nothing is
    /// kept. A key already in use is [`BlobError::AlreadyExists`].
    async fn put(&self, key: &BlobKey, bytes: ByteStream) -> Result<BlobSummary, BlobError>;

    /// The bytes of a range (all where `None`), or `None` if there is no such blob. A range past
    /// the end is cut.
    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError>;

    /// Removes the blob. That it is not there is success.
    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError>;

    /// All keys in use, each once, in no order. Of those that are put or removed while the stream
    /// runs, some are in it and some are not.
    async fn list(&self) -> Result<KeyStream, BlobError>;

    /// Removes what puts have left that were cut off without being undone, by a kill or a power
    /// cut, if they began so long ago or longer by the store's own clock; how many they were. Puts
    /// that may still be under way are younger, so they go on.
    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError>;

    /// Whether the store can be reached and written to.
    async fn check(&self) -> Result<(), BlobError>;

    /// How many bytes are free for blobs; `None` where nobody can know.
    async fn free_bytes(&self) -> Result<Option<u64>, BlobError>;
}

/// What went wrong with a blob.
#[derive(Debug, thiserror::Error)]
pub enum BlobError {
    /// The store cannot be reached, or lets the service in no more; try again later.
    #[error("the blob store is unavailable")]
    Unavailable(#[source] BoxError),
    /// There is no room for more bytes; nothing was kept.
    #[error("the blob store is full")]
    Full(#[source] BoxError),
    /// The key is in use.
    #[error("the blob key is in use")]
    AlreadyExists,
    /// The sender of the bytes broke off; nothing was kept.
    #[error("the bytes ended before their end")]
    Interrupted(#[source] BoxError),
    /// Anything else.
    #[error("the blob store failed")]
    Failed(#[source] BoxError),
}
