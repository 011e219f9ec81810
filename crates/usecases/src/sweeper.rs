//! The sweeper: erases bytes that no row names any more, or never did, and expired answers.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use domain::{BlobKey, Timestamp};
use ports::{BlobStore, Store, StoreError, Transaction};

use crate::InternalError;

/// Keys that are looked up at once.
const BATCH: usize = 100;

/// How many blobs that cannot be removed are skipped before a sweep gives up.
const FAILED_MAX: usize = 1000;

/// Removes loose blobs and expired answers.
pub struct Sweeper {
    store: Arc<dyn Store>,
    blobs: Arc<dyn BlobStore>,
}

/// What a sweep did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SweepReport {
    /// Blobs that are gone.
    pub removed: usize,
    /// Blobs that could not be removed, the next sweep tries again; rows of the list that name no
    /// blob, or one that an application names as well, which stay until somebody mends them.
    pub failed: usize,
}

impl Sweeper {
    /// A sweeper of the loose blobs that this store lists.
    pub fn new(store: Arc<dyn Store>, blobs: Arc<dyn BlobStore>) -> Self {
        Self { store, blobs }
    }

    /// Removes the blobs that have been loose since `before` or longer, and forgets their keys. A
    /// blob that is gone already counts as removed.
    ///
    /// While the service takes uploads, `before` must lie well over
    /// [`Applications::STORING_SECONDS_MAX`](crate::Applications::STORING_SECONDS_MAX) back: a
    /// younger key may belong to bytes whose row is just being added. Where a clock that jumped
    /// makes it look older, that upload is refused: a key is claimed before its bytes are touched,
    /// and no row can name it any more.
    pub async fn sweep(&self, before: Timestamp) -> Result<SweepReport, InternalError> {
        let mut failed = HashSet::new();
        let mut removed = 0;
        loop {
            let batch = self.due(before, &failed).await?;
            if batch.is_empty() || failed.len() > FAILED_MAX {
                let failed = failed.len() + self.name_senseless_keys().await?;
                return Ok(SweepReport { removed, failed });
            }
            let (claimed, named) = self.claim(batch, before).await?;
            for key in named {
                tracing::warn!("a row names a blob of the list of loose ones; it stays");
                failed.insert(key);
            }
            for key in claimed {
                match self.blobs.remove(&key).await {
                    Ok(()) => {
                        self.forget(key).await?;
                        removed += 1;
                    }
                    Err(error) => {
                        tracing::warn!(
                            error = &error as &dyn std::error::Error,
                            "a loose blob could not be removed"
                        );
                        failed.insert(key);
                    }
                }
            }
        }
    }

    /// Tells the operator of what is listed as loose and no key of a blob: there is nothing to
    /// remove for it, and nobody knows what stood there. Answers how many there are.
    async fn name_senseless_keys(&self) -> Result<usize, InternalError> {
        let listed = self
            .store
            .read::<_, StoreError>(|rows| rows.list_senseless_loose_blobs(FAILED_MAX));
        let senseless = listed.await?;
        for error in &senseless {
            tracing::warn!(
                error = error as &dyn std::error::Error,
                "a row of the list of loose blobs names none"
            );
        }
        Ok(senseless.len())
    }

    /// Forgets expired answers that were kept for retries. Answers how many there were.
    pub async fn forget_answers(&self, now: Timestamp) -> Result<usize, InternalError> {
        let mut forgotten = 0;
        loop {
            let forget = move |rows: &mut dyn Transaction| {
                rows.remove_replays_before(now, BATCH)
                    .map_err(InternalError::from)
            };
            let count = self.store.write(forget).await?;
            forgotten += count;
            if count < BATCH {
                return Ok(forgotten);
            }
        }
    }

    /// Removes the remains of puts that were cut off at least `age_min` ago and that no list knows.
    /// Answers how many they were. `age_min` must be as long as `before` in [`Sweeper::sweep`] lies
    /// back.
    pub async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, InternalError> {
        Ok(self.blobs.remove_unfinished(age_min).await?)
    }

    /// The next keys, without those that already failed. They are listed first again and again, so
    /// more are asked for.
    async fn due(
        &self,
        before: Timestamp,
        failed: &HashSet<BlobKey>,
    ) -> Result<Vec<BlobKey>, InternalError> {
        let count_max = BATCH + failed.len();
        let listed = self
            .store
            .read(move |rows| {
                rows.list_loose_blobs(before, count_max)
                    .map_err(InternalError::from)
            })
            .await?;
        Ok(listed
            .into_iter()
            .filter(|key| !failed.contains(key))
            .collect())
    }

    /// Those of the keys that are still loose, which no row can name from then on; another sweep
    /// may claim and remove them as well, which does no harm. And those that a row names, which
    /// only rows changed by hand leave in the list: their bytes are somebody's, so they stay.
    async fn claim(
        &self,
        keys: Vec<BlobKey>,
        before: Timestamp,
    ) -> Result<(Vec<BlobKey>, Vec<BlobKey>), InternalError> {
        self.store
            .write(move |rows| {
                let statuses = rows.find_blob_statuses(&keys)?.into_iter();
                let (named, loose): (Vec<_>, Vec<_>) = keys
                    .into_iter()
                    .zip(statuses)
                    .partition(|(_, status)| status.is_named());
                let keys_of = |of: Vec<(BlobKey, _)>| of.into_iter().map(|(key, _)| key).collect();
                let loose: Vec<BlobKey> = keys_of(loose);
                Ok((rows.claim_loose_blobs(&loose, before)?, keys_of(named)))
            })
            .await
    }

    async fn forget(&self, key: BlobKey) -> Result<(), InternalError> {
        self.store
            .write(move |rows| {
                rows.remove_loose_blob(&key)
                    .map(drop)
                    .map_err(InternalError::from)
            })
            .await
    }
}
