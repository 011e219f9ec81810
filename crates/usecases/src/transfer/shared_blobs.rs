//! Blobs that two rows name: the service never writes that, and rows that were changed by hand may.
//! Such a blob is copied once, for the first of them, and told of with each.

use std::collections::HashSet;

use domain::BlobKey;
use ports::StoreError;

use super::Transfer;
use crate::archive::ApplicationCopy;
use crate::{InternalError, StorageFault};

impl Transfer {
    /// Those of the application's blobs that more than one row of the source names.
    pub(super) async fn shared_blobs(
        &self,
        source: &ApplicationCopy,
    ) -> Result<HashSet<BlobKey>, StoreError> {
        let named = source.named_bytes().into_iter();
        let keys: Vec<BlobKey> = named.map(|named| named.blob).collect();
        let asked = keys.clone();
        let from = &self.ports.from.store;
        let statuses = from
            .read::<_, StoreError>(move |rows| rows.find_blob_statuses(&asked))
            .await?;
        let shared = keys.into_iter().zip(statuses);
        let shared = shared.filter(|(_, status)| status.names > 1);
        Ok(shared.map(|(key, _)| key).collect())
    }

    /// Tells the listener of each. Answers how many they are.
    pub(super) fn tell_of_shared_blobs(
        &self,
        source: &ApplicationCopy,
        shared: &HashSet<BlobKey>,
    ) -> u64 {
        let pa_id = source.application.pa_id;
        let mut faults = 0;
        for named in source.named_bytes() {
            if shared.contains(&named.blob) {
                let part = named.part;
                self.ports
                    .watcher
                    .finds(&StorageFault::BlobShared { pa_id, part });
                faults += 1;
            }
        }
        faults
    }

    /// Whether the target has the bytes already, for another row: one of this application, whose
    /// bytes were fetched, or one that was copied before. They are that row's, and stay as they
    /// are, also where this row says something else of them: a verification tells.
    pub(super) async fn has_bytes_of(
        &self,
        blob: &BlobKey,
        fetched: &[BlobKey],
    ) -> Result<bool, InternalError> {
        if fetched.contains(blob) {
            return Ok(true);
        }
        let keys = [blob.clone()];
        let look = self
            .ports
            .to
            .store
            .read::<_, StoreError>(move |rows| rows.find_blob_statuses(&keys));
        let is_named = look.await?.iter().any(|status| status.is_named());
        Ok(is_named && self.ports.to.blobs.read(blob, Some(0..1)).await?.is_some())
    }
}
