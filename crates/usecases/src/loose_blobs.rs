//! Loose blobs: how long bytes may be without a row while they are stored, and how they are erased.
//!
//! Whoever stores bytes lists their key as loose first, so that a failure at any later point leaves
//! a key that the sweeper finds. Where nothing broke, bytes that get no row are erased at once.

use std::sync::Arc;

use domain::{BlobKey, PaId, Timestamp};
use ports::{BlobStore, Entropy, Store, StoreError, Transaction};

use crate::internal_error::WriteError;
use crate::{InternalError, RetryOutcome};

/// Longest time between listing a blob key, or listing it anew while its bytes arrive, and adding
/// the row that names it. A sweep must leave younger keys alone.
pub(crate) const STORING_SECONDS_MAX: u64 = 120;

pub(crate) fn fresh_blob_key(entropy: &dyn Entropy) -> BlobKey {
    let mut random = [0; 16];
    entropy.fill(&mut random);
    BlobKey::from_entropy(random)
}

/// Whether bytes that were listed as loose at `listed_at` may have been swept by now, so that no
/// row may name them any more.
pub(crate) fn took_too_long(listed_at: Timestamp, now: Timestamp) -> bool {
    has_passed(STORING_SECONDS_MAX, listed_at, now)
}

/// Whether the key of bytes that are still arriving must be listed anew: after half of
/// `STORING_SECONDS_MAX`.
pub(crate) fn is_to_be_renewed(listed_at: Timestamp, now: Timestamp) -> bool {
    has_passed(STORING_SECONDS_MAX / 2, listed_at, now)
}

/// Whether more seconds than these have passed. None have where the clock was set back.
fn has_passed(seconds: u64, since: Timestamp, now: Timestamp) -> bool {
    let microseconds = now.microseconds().saturating_sub(since.microseconds());
    u64::try_from(microseconds).is_ok_and(|passed| passed > seconds * 1_000_000)
}

/// Removes an application, if `may_go` has nothing against it. Answers its bytes, which are loose
/// then and to be erased ([`erase_all`]); `None` if there was no application.
pub(crate) async fn remove_application<E: From<StoreError> + Send + 'static>(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    now: Timestamp,
    may_go: impl FnOnce(&mut dyn Transaction) -> Result<(), E> + Send + 'static,
) -> Result<Option<Vec<BlobKey>>, E> {
    store
        .write(move |rows| {
            if rows.lock(pa_id)?.is_none() {
                return Ok(None);
            }
            may_go(rows)?;
            let named = rows.list_blobs(pa_id)?;
            rows.remove_application(pa_id)?;
            Ok::<_, E>(Some(let_go(rows, named, now)?))
        })
        .await
}

/// Erases the bytes of loose keys; a download under way still finishes. What cannot be erased now
/// stays listed for the sweeper.
pub(crate) async fn erase_all(
    store: &Arc<dyn Store>,
    blobs: &Arc<dyn BlobStore>,
    loose: Vec<BlobKey>,
) {
    for blob in loose {
        erase(store, blobs, blob).await;
    }
}

/// Lists as loose what rows have named that are removed now, and answers it, for its bytes to be
/// erased. What another row names as well, which only rows do that were changed by hand, is left to
/// that row; what is listed already stays listed.
pub(crate) fn let_go(
    rows: &mut dyn Transaction,
    mut blobs: Vec<BlobKey>,
    now: Timestamp,
) -> Result<Vec<BlobKey>, StoreError> {
    blobs.sort_unstable();
    blobs.dedup();
    let mut loose = Vec::new();
    for (blob, status) in blobs.iter().zip(rows.find_blob_statuses(&blobs)?) {
        if status.is_named() {
            continue;
        }
        if !status.loose {
            rows.add_loose_blob(blob, now)?;
        }
        loose.push(blob.clone());
    }
    Ok(loose)
}

/// Erases the bytes of a request that has ended, unless a row names them.
///
/// Where the answer is one of before, this request made nothing, or it is that very answer and the
/// store broke after it had kept the row.
pub(crate) async fn clear_up<T, E: WriteError>(
    store: &Arc<dyn Store>,
    blobs: &Arc<dyn BlobStore>,
    blob: BlobKey,
    ended: &Result<RetryOutcome<T>, E>,
) {
    let is_loose = match ended {
        Ok(outcome) if outcome.is_repeated => !is_named(store, &blob).await,
        Ok(_) => false,
        Err(error) => error.kept_nothing(),
    };
    if is_loose {
        erase(store, blobs, blob).await;
    }
}

/// Whether a row names the blob; true if that cannot be found out.
async fn is_named(store: &Arc<dyn Store>, blob: &BlobKey) -> bool {
    let keys = [blob.clone()];
    let found: Result<_, StoreError> = store.read(move |rows| rows.find_blob_statuses(&keys)).await;
    found.map_or(true, |statuses| {
        statuses.iter().any(|status| status.is_named())
    })
}

/// Erases what is there of bytes that could not be stored.
///
/// A blob store that did not answer may still store them when nobody waits any more, however long
/// after they were erased: their key stays listed then, and the sweeper erases them again.
pub(crate) async fn give_up(
    store: &Arc<dyn Store>,
    blobs: &Arc<dyn BlobStore>,
    blob: BlobKey,
    error: &InternalError,
) {
    if !error.leaves_bytes_under_way() {
        return erase(store, blobs, blob).await;
    }
    // That this fails too says nothing new.
    let _ = blobs.remove(&blob).await;
}

/// Erases the bytes of a loose key and forgets the key, as far as that is possible now. The sweeper
/// does the rest, so this never fails.
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
