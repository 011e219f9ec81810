//! Putting, reading, removing, listing.

use std::collections::BTreeSet;
use std::sync::Arc;

use ports::{BlobError, BlobStore};
use sha256::Sha256;

use super::samples::{content, key, listed, pieces, read_all};
use crate::TestResult;

/// Of any size and in any pieces, empty ones too; and the summary is right.
pub async fn what_was_put_is_read_back(store: Arc<dyn BlobStore>) -> TestResult {
    for (number, size_bytes) in (0..).zip([0, 1, 65_535, 65_536, 65_537, 1_000_000]) {
        let bytes = content(7, size_bytes);
        let (head, tail) = bytes.split_at(size_bytes / 3);
        let (middle, tail) = tail.split_at(tail.len().min(1));
        let summary = store
            .put(&key(number), pieces(&[head, b"", middle, tail]))
            .await?;
        assert_eq!(summary.size_bytes, u64::try_from(size_bytes)?);
        assert_eq!(summary.sha256, Sha256::digest(&bytes));
        let read = read_all(&*store, &key(number), None).await?;
        assert!(read == Some(bytes), "{size_bytes} bytes were not read back");
    }
    Ok(())
}

/// As HTTP asks for them; one that lies past the end is empty.
pub async fn a_range_is_read_and_cut_at_the_end(store: Arc<dyn BlobStore>) -> TestResult {
    let bytes = content(7, 200_000);
    store.put(&key(1), pieces(&[&bytes])).await?;
    for (start, end) in [
        (0, 0),
        (0, 1),
        (0, 200_000),
        (1, 65_537),
        (65_535, 131_073),
        (199_999, 200_000),
        (199_999, 200_001),
        (100_000, u64::MAX),
        (200_000, 300_000),
        (300_000, 400_000),
        (u64::MAX - 1, u64::MAX),
    ] {
        let cut = |position: u64| {
            usize::try_from(position)
                .unwrap_or(usize::MAX)
                .min(bytes.len())
        };
        let expected = &bytes[cut(start)..cut(end)];
        let read = read_all(&*store, &key(1), Some(start..end)).await?;
        assert!(read.as_deref() == Some(expected), "{start}..{end}");
    }
    let backwards = std::ops::Range { start: 9, end: 3 };
    assert_eq!(
        read_all(&*store, &key(1), Some(backwards)).await?,
        Some(vec![])
    );
    Ok(())
}

/// A look-up that finds nothing is no error, and there is nothing to remove.
pub async fn what_was_never_put_is_none(store: Arc<dyn BlobStore>) -> TestResult {
    assert_eq!(read_all(&*store, &key(1), None).await?, None);
    assert_eq!(read_all(&*store, &key(1), Some(0..1)).await?, None);
    store.remove(&key(1)).await?;
    assert_eq!(listed(&*store).await?, []);
    Ok(())
}

/// Only that one; removing it again is success, and its key is free.
pub async fn a_removed_blob_is_gone(store: Arc<dyn BlobStore>) -> TestResult {
    store.put(&key(1), pieces(&[b"one"])).await?;
    store.put(&key(2), pieces(&[b"two"])).await?;
    store.remove(&key(1)).await?;
    store.remove(&key(1)).await?;
    assert_eq!(read_all(&*store, &key(1), None).await?, None);
    assert_eq!(
        read_all(&*store, &key(2), None).await?.as_deref(),
        Some(&b"two"[..])
    );
    assert_eq!(listed(&*store).await?, [key(2)]);
    store.put(&key(1), pieces(&[b"again"])).await?;
    assert_eq!(
        read_all(&*store, &key(1), None).await?.as_deref(),
        Some(&b"again"[..])
    );
    Ok(())
}

/// Each once.
pub async fn all_keys_in_use_are_listed(store: Arc<dyn BlobStore>) -> TestResult {
    let numbers = [0x0000, 0x0001, 0x0100, 0x7f00, 0xff00, 0xff01];
    for number in numbers {
        store.put(&key(number), pieces(&[])).await?;
    }
    let found = listed(&*store).await?;
    assert_eq!(found.len(), numbers.len());
    assert_eq!(BTreeSet::from_iter(found), BTreeSet::from(numbers.map(key)));
    Ok(())
}

/// A store that was just made answers, and the question leaves nothing.
pub async fn the_blob_store_can_be_reached(store: Arc<dyn BlobStore>) -> TestResult {
    store.check().await?;
    assert_eq!(listed(&*store).await?, []);
    Ok(())
}

/// Blobs are written once.
pub async fn a_key_in_use_is_refused_and_its_bytes_stay(store: Arc<dyn BlobStore>) -> TestResult {
    store.put(&key(1), pieces(&[b"first"])).await?;
    let second = store.put(&key(1), pieces(&[b"second"])).await;
    assert!(
        matches!(second, Err(BlobError::AlreadyExists)),
        "{second:?}"
    );
    let read = read_all(&*store, &key(1), None).await?;
    assert_eq!(read.as_deref(), Some(&b"first"[..]));
    Ok(())
}
