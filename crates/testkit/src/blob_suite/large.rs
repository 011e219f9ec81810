//! Blobs that a store may keep, or take, in several parts.

use std::sync::Arc;

use bytes::Bytes;
use futures::channel::mpsc;
use futures::{SinkExt as _, StreamExt as _, stream};
use ports::{BlobError, BlobStore, ByteStream};

use super::samples::{content, key, listed, pieces, read_all};
use crate::TestResult;

/// More than two of the smallest parts of S3 (5 MiB).
const LARGE_BYTES: usize = 11_000_000;

/// Whole and in part, over what may be the seams.
pub async fn a_large_blob_is_read_back(store: Arc<dyn BlobStore>) -> TestResult {
    let bytes = content(7, LARGE_BYTES);
    let summary = store.put(&key(1), in_pieces(&bytes)).await?;
    assert_eq!(summary.size_bytes, u64::try_from(LARGE_BYTES)?);
    let read = read_all(&*store, &key(1), None).await?;
    assert!(read.as_ref() == Some(&bytes));
    let seam = 5 * 1024 * 1024;
    let read = read_all(&*store, &key(1), Some(seam - 10..seam + 10)).await?;
    let seam = usize::try_from(seam)?;
    assert!(read.as_deref() == Some(&bytes[seam - 10..seam + 10]));
    Ok(())
}

/// Also where the other one is small; its bytes stay.
pub async fn a_large_blob_under_a_key_in_use_is_refused(store: Arc<dyn BlobStore>) -> TestResult {
    store.put(&key(1), pieces(&[b"first"])).await?;
    let second = store
        .put(&key(1), in_pieces(&content(2, LARGE_BYTES)))
        .await;
    assert!(
        matches!(second, Err(BlobError::AlreadyExists)),
        "{second:?}"
    );
    let read = read_all(&*store, &key(1), None).await?;
    assert_eq!(read.as_deref(), Some(&b"first"[..]));
    Ok(())
}

/// Although most of it has arrived.
pub async fn a_large_stream_that_fails_leaves_nothing(store: Arc<dyn BlobStore>) -> TestResult {
    let broken = stream::iter([Err(BlobError::Interrupted("hung up".into()))]);
    let begun = in_pieces(&content(1, LARGE_BYTES));
    let outcome = store.put(&key(1), begun.chain(broken).boxed()).await;
    assert!(
        matches!(outcome, Err(BlobError::Interrupted(_))),
        "{outcome:?}"
    );
    assert_eq!(listed(&*store).await?, []);
    store.put(&key(1), pieces(&[b"free"])).await?;
    Ok(())
}

/// Although most of it has arrived.
pub async fn a_large_put_that_is_dropped_leaves_nothing(store: Arc<dyn BlobStore>) -> TestResult {
    let (mut sender, receiver) = mpsc::channel(0);
    let putting = Arc::clone(&store);
    let put = tokio::spawn(async move { putting.put(&key(1), receiver.boxed()).await });
    for piece in content(1, LARGE_BYTES).chunks(100_000) {
        sender.send(Ok(Bytes::copy_from_slice(piece))).await?;
    }
    put.abort();
    assert!(put.await.is_err_and(|error| error.is_cancelled()));
    assert_eq!(listed(&*store).await?, []);
    store.put(&key(1), pieces(&[b"free"])).await?;
    Ok(())
}

fn in_pieces(bytes: &[u8]) -> ByteStream {
    let pieces: Vec<_> = bytes.chunks(100_000).collect();
    super::samples::pieces(&pieces)
}
