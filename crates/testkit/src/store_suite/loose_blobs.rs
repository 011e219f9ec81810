//! The list of blobs that no row names.

use std::sync::Arc;

use ports::{Store, StoreError};

use super::samples::{loose_key, time};
use crate::TestResult;

/// By time, not in the order in which they were listed; those of one moment by key.
pub async fn loose_blobs_are_listed_oldest_first(store: Arc<dyn Store>) -> TestResult {
    list(&store, &[(5, 30), (1, 20), (9, 10), (3, 20)]).await?;
    let listed = store
        .read(|rows| rows.list_loose_blobs(time(100), 10))
        .await?;
    assert_eq!(listed, [9, 1, 3, 5].map(loose_key));
    let senseless = store.read(|rows| rows.list_senseless_loose_blobs(10));
    assert!(senseless.await?.is_empty());
    Ok(())
}

/// The time is included, a microsecond later is not; of more than the count the oldest.
pub async fn loose_blobs_are_listed_up_to_a_time_and_a_count(store: Arc<dyn Store>) -> TestResult {
    list(&store, &[(1, 10), (2, 20), (3, 21)]).await?;
    let due = store
        .read(|rows| rows.list_loose_blobs(time(20), 10))
        .await?;
    assert_eq!(due, [1, 2].map(loose_key));
    let first = store
        .read(|rows| rows.list_loose_blobs(time(20), 1))
        .await?;
    assert_eq!(first, [loose_key(1)]);
    let none = store
        .read(|rows| rows.list_loose_blobs(time(20), 0))
        .await?;
    assert_eq!(none, []);
    let none = store
        .read(|rows| rows.list_loose_blobs(time(9), usize::MAX))
        .await?;
    assert_eq!(none, []);
    Ok(())
}

/// The answer says whether it was listed.
pub async fn a_loose_blob_is_taken_off_once(store: Arc<dyn Store>) -> TestResult {
    list(&store, &[(1, 10), (2, 20)]).await?;
    for expected in [true, false] {
        let was_listed = store
            .write(|rows| rows.remove_loose_blob(&loose_key(1)))
            .await?;
        assert_eq!(was_listed, expected);
    }
    let left = store
        .read(|rows| rows.list_loose_blobs(time(100), 10))
        .await?;
    assert_eq!(left, [loose_key(2)]);
    Ok(())
}

/// Only those that are listed long enough; what is being erased is taken by no row any more.
pub async fn a_loose_blob_that_is_being_erased_is_taken_by_nobody(
    store: Arc<dyn Store>,
) -> TestResult {
    list(&store, &[(1, 10), (2, 20), (3, 30)]).await?;
    let keys = [1, 3, 9].map(loose_key);
    let claimed = store.write(move |rows| rows.claim_loose_blobs(&keys, time(20)));
    assert_eq!(claimed.await?, [loose_key(1)]);
    for (key, may_be_kept) in [(1, false), (2, true), (2, false), (3, true), (9, false)] {
        let taken = store.write(move |rows| rows.take_loose_blob(&loose_key(key)));
        assert_eq!(taken.await?, may_be_kept, "{key}");
    }
    let left = store.read(|rows| rows.list_loose_blobs(time(0), 10));
    assert_eq!(left.await?, [loose_key(1)], "listed for the next sweep");
    let again = store.write(|rows| rows.claim_loose_blobs(&[loose_key(1)], time(0)));
    assert_eq!(again.await?, [loose_key(1)]);
    let gone = store.write(|rows| rows.remove_loose_blob(&loose_key(1)));
    assert!(gone.await?);
    Ok(())
}

/// Keys are random: one that is listed already is somebody else's.
pub async fn a_blob_is_listed_as_loose_only_once(store: Arc<dyn Store>) -> TestResult {
    list(&store, &[(1, 10)]).await?;
    let outcome = store
        .write(|rows| rows.add_loose_blob(&loose_key(1), time(50)))
        .await;
    assert!(
        matches!(outcome, Err(StoreError::Conflict(_))),
        "{outcome:?}"
    );
    let due = store
        .read(|rows| rows.list_loose_blobs(time(10), 10))
        .await?;
    assert_eq!(due, [loose_key(1)]);
    Ok(())
}

async fn list(store: &Arc<dyn Store>, blobs: &'static [(u16, i64)]) -> Result<(), StoreError> {
    store
        .write(move |rows| {
            let mut blobs = blobs.iter();
            blobs.try_for_each(|(key, since)| rows.add_loose_blob(&loose_key(*key), time(*since)))
        })
        .await
}
