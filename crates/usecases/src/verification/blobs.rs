//! Finds stored bytes that no row names and no list knows.

use domain::BlobKey;
use futures::TryStreamExt as _;
use ports::StoreError;

use super::Verification;
use crate::{InternalError, StorageFault};

/// Keys that are looked up at once.
const BATCH: usize = 200;

impl Verification {
    /// Looks up every stored blob. Answers the number of faults.
    pub(super) async fn look_for_unknown_blobs(&self) -> Result<u64, InternalError> {
        let mut listed = self.storage.blobs.list().await?.try_chunks(BATCH);
        let mut faults = 0;
        while let Some(keys) = listed.try_next().await.map_err(|cut| cut.1)? {
            for blob in self.unknown(&keys).await? {
                // A key is listed before its bytes come and forgotten after they have gone, so
                // bytes that are still there now were there when their key was not known.
                if self.is_stored(&blob).await {
                    faults += self.tell(&[StorageFault::UnknownBlob { blob }]);
                }
            }
            keys.iter().for_each(|_| self.watcher.advances());
        }
        Ok(faults)
    }

    async fn unknown(&self, keys: &[BlobKey]) -> Result<Vec<BlobKey>, InternalError> {
        let asked = keys.to_vec();
        let statuses = self
            .storage
            .store
            .read::<_, StoreError>(move |rows| rows.find_blob_statuses(&asked))
            .await?;
        let unknown = keys
            .iter()
            .zip(statuses)
            .filter(|(_, status)| !status.is_named() && !status.loose);
        Ok(unknown.map(|(key, _)| key.clone()).collect())
    }

    /// Whether the blob is still stored; true if it cannot be read, as it was listed.
    async fn is_stored(&self, blob: &BlobKey) -> bool {
        let read = self.storage.blobs.read(blob, Some(0..1)).await;
        !matches!(read, Ok(None))
    }
}
