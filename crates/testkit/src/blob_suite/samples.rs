//! Bytes to store, and what is read of them.

use std::ops::Range;

use bytes::Bytes;
use domain::BlobKey;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobError, BlobStore, ByteStream};

/// A key for each number. Keys of neighbouring numbers share their first digits.
pub fn key(number: u16) -> BlobKey {
    let [high, low] = number.to_be_bytes();
    let mut bytes = [0xab; 16];
    bytes[0] = high;
    bytes[15] = low;
    BlobKey::from_entropy(bytes)
}

/// Content of so many bytes, different for each seed and different everywhere within a blob.
pub fn content(seed: u8, size_bytes: usize) -> Vec<u8> {
    (0..size_bytes)
        .map(|index| {
            let [low, middle, high, ..] = index.to_le_bytes();
            low ^ middle.wrapping_mul(31) ^ high.wrapping_mul(17) ^ seed
        })
        .collect()
}

pub fn pieces(pieces: &[&[u8]]) -> ByteStream {
    let pieces: Vec<_> = pieces
        .iter()
        .map(|piece| Ok(Bytes::copy_from_slice(piece)))
        .collect();
    stream::iter(pieces).boxed()
}

/// All bytes of a range, or `None` if there is no such blob.
pub async fn read_all(
    store: &dyn BlobStore,
    key: &BlobKey,
    range: Option<Range<u64>>,
) -> Result<Option<Vec<u8>>, BlobError> {
    match store.read(key, range).await? {
        Some(stream) => rest_of(stream).await.map(Some),
        None => Ok(None),
    }
}

pub async fn listed(store: &dyn BlobStore) -> Result<Vec<BlobKey>, BlobError> {
    store.list().await?.try_collect().await
}

pub(super) async fn rest_of(stream: ByteStream) -> Result<Vec<u8>, BlobError> {
    stream
        .try_fold(Vec::new(), |mut all, piece| async move {
            all.extend_from_slice(&piece);
            Ok(all)
        })
        .await
}
