//! Bytes that no row names: how long they may stay so on their way to a row, and how they go.
//!
//! Whoever stores bytes lists their key as loose first, so that a failure at any later point leaves a key that the sweeper finds.

use std::sync::Arc;

use domain::{BlobKey, Timestamp};
use ports::{BlobStore, Entropy, Store, StoreError};

use crate::Applications;

/// A key that nobody else has.
pub(crate) fn fresh_blob_key(entropy: &dyn Entropy) -> BlobKey {
    let mut random = [0; 16];
    entropy.fill(&mut random);
    BlobKey::from_entropy(random)
}

/// Whether bytes listed as loose then may by now have been swept, so that no row may name them any more.
pub(crate) fn took_too_long(listed_at: Timestamp, now: Timestamp) -> bool {
    let microseconds = now.microseconds().saturating_sub(listed_at.microseconds());
    let microseconds_max = Applications::STORING_SECONDS_MAX * 1_000_000;
    u64::try_from(microseconds).is_ok_and(|passed| passed > microseconds_max)
}

/// Erases the bytes of a loose key and forgets the key, as far as that works now. The sweeper does the rest, so this never fails.
pub(crate) async fn erase(store: &Arc<dyn Store>, blobs: &Arc<dyn BlobStore>, blob: BlobKey) {
    if let Err(error) = blobs.remove(&blob).await {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "bytes stay for the sweeper"
        );
        return;
    }
    let forgotten: Result<(), StoreError> = store
        .write(move |rows| rows.remove_loose_blob(&blob).map(drop))
        .await;
    if let Err(error) = forgotten {
        tracing::warn!(
            error = &error as &dyn std::error::Error,
            "an erased key stays listed for the sweeper"
        );
    }
}
