//! Blobs that rows name, and loose ones.

use domain::{BlobKey, PaId, Timestamp};
use ports::{BlobRows, BlobStatus, StoreError};

use super::MemoryTransaction;

impl BlobRows for MemoryTransaction {
    fn list_blobs(&mut self, pa_id: PaId) -> Result<Vec<BlobKey>, StoreError> {
        let state = self.looking()?;
        let application = state.applications.get(&pa_id);
        let original = application.map(|application| application.original.clone());
        let attached = state
            .attachments_of(pa_id)
            .map(|attachment| attachment.blob.clone());
        Ok(original.into_iter().chain(attached).collect())
    }

    fn add_loose_blob(&mut self, key: &BlobKey, since: Timestamp) -> Result<(), StoreError> {
        self.reserve_blob(key, 0, since)
    }

    fn stored_bytes(&mut self) -> Result<u64, StoreError> {
        Ok(self.looking()?.stored_bytes())
    }

    fn reserve_blob(
        &mut self,
        key: &BlobKey,
        size_bytes: u64,
        since: Timestamp,
    ) -> Result<(), StoreError> {
        if self.changing()?.loose_blobs.contains_key(key) {
            return self.conflict("the blob is listed already");
        }
        let entry = (since, size_bytes);
        self.state.loose_blobs.insert(key.clone(), entry);
        Ok(())
    }

    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError> {
        Ok(self.changing()?.loose_blobs.remove(key).is_some())
    }

    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError> {
        let listed = self.looking()?.loose_blobs.iter();
        let mut due: Vec<_> = listed.filter(|(_, (since, _))| *since <= before).collect();
        due.sort_by_key(|(key, (since, _))| (*since, *key));
        Ok(due
            .into_iter()
            .take(count_max)
            .map(|(key, _)| key.clone())
            .collect())
    }

    fn find_blob_statuses(&mut self, keys: &[BlobKey]) -> Result<Vec<BlobStatus>, StoreError> {
        let state = self.looking()?;
        let standing = |key: &BlobKey| BlobStatus {
            named: state.names(key),
            loose: state.loose_blobs.contains_key(key),
        };
        Ok(keys.iter().map(standing).collect())
    }
}
