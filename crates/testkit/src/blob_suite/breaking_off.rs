//! Puts that do not come to their end.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::BlobKey;
use futures::channel::{mpsc, oneshot};
use futures::{SinkExt as _, StreamExt as _, stream};
use ports::{BlobError, BlobStore};

use super::samples::{content, key, listed, pieces, read_all};
use crate::TestResult;

/// The stream's own error comes back, and the key is free.
pub async fn a_stream_that_fails_leaves_nothing(store: Arc<dyn BlobStore>) -> TestResult {
    for size_bytes in [0, 10, 500_000] {
        let begun = Ok(Bytes::from(content(1, size_bytes)));
        let broken = stream::iter([begun, Err(BlobError::Interrupted("hung up".into()))]);
        let outcome = store.put(&key(1), broken.boxed()).await;
        let Err(BlobError::Interrupted(source)) = outcome else {
            return Err(format!("{outcome:?}").into());
        };
        assert_eq!(source.to_string(), "hung up");
        is_free(&*store, &key(1)).await?;
    }
    Ok(())
}

/// A client that hangs up in the middle.
pub async fn a_put_that_is_dropped_leaves_nothing(store: Arc<dyn BlobStore>) -> TestResult {
    let (noticed, notice) = oneshot::channel();
    let begun = stream::iter([Ok(Bytes::from(content(1, 500_000)))]);
    let never = stream::once(async move {
        let _ = noticed.send(());
        std::future::pending().await
    });
    let putting = Arc::clone(&store);
    let put = tokio::spawn(async move { putting.put(&key(1), begun.chain(never).boxed()).await });
    notice.await?;
    put.abort();
    assert!(put.await.is_err_and(|error| error.is_cancelled()));
    is_free(&*store, &key(1)).await
}

/// Also one that hangs up while the bytes are being synced: either the answer came or nothing
/// stays.
pub async fn a_put_that_is_dropped_at_any_moment_leaves_nothing(
    store: Arc<dyn BlobStore>,
) -> TestResult {
    let mut acknowledged = BTreeSet::new();
    for number in 0..100 {
        let putting = Arc::clone(&store);
        let put = tokio::spawn(async move {
            let bytes = content(1, 100_000);
            putting.put(&key(number), pieces(&[&bytes])).await
        });
        tokio::time::sleep(Duration::from_micros(40) * u32::from(number)).await;
        put.abort();
        if let Ok(outcome) = put.await {
            outcome?;
            acknowledged.insert(key(number));
        }
    }
    settles_to(&*store, &acknowledged).await
}

/// Neither by key nor in the list, however much of it has arrived.
pub async fn nobody_sees_a_blob_before_it_is_whole(store: Arc<dyn BlobStore>) -> TestResult {
    let (mut sender, receiver) = mpsc::channel(0);
    let putting = Arc::clone(&store);
    let put = tokio::spawn(async move { putting.put(&key(1), receiver.boxed()).await });
    for _ in 0..5 {
        sender.send(Ok(Bytes::from(content(1, 300_000)))).await?;
        assert_eq!(read_all(&*store, &key(1), None).await?, None);
        assert_eq!(listed(&*store).await?, []);
    }
    drop(sender);
    assert_eq!(put.await??.size_bytes, 1_500_000);
    assert_eq!(listed(&*store).await?, [key(1)]);
    Ok(())
}

async fn is_free(store: &dyn BlobStore, key: &BlobKey) -> TestResult {
    assert_eq!(read_all(store, key, None).await?, None);
    assert_eq!(listed(store).await?, []);
    store.put(key, pieces(&[b"free"])).await?;
    Ok(store.remove(key).await?)
}

/// A step that had begun when its put was dropped may still be under way: looks until two looks in
/// a row agree with what is expected.
async fn settles_to(store: &dyn BlobStore, expected: &BTreeSet<BlobKey>) -> TestResult {
    let mut agreed_count = 0;
    for _ in 0..2400 {
        let found = BTreeSet::from_iter(listed(store).await?);
        agreed_count = if found == *expected {
            agreed_count + 1
        } else {
            0
        };
        if agreed_count == 2 {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err("the blob of a dropped put stays, or an acknowledged one is gone".into())
}
