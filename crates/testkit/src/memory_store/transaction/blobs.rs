//! Blobs that rows name, and loose ones.

use domain::{BlobKey, PaId, Timestamp};
use ports::{BlobRows, BlobStatus, StoreError};

use super::MemoryTransaction;
use crate::memory_store::state::LooseBlob;

impl BlobRows for MemoryTransaction {
    fn list_blobs(&mut self, pa_id: PaId) -> Result<Vec<BlobKey>, StoreError> {
        let state = self.looking()?;
        let application = state.applications.get(&pa_id);
        let original = application.map(|application| application.original.clone());
        let attached = state
            .attachments_of(pa_id)
            .map(|attachment| attachment.file.blob.clone());
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
        let entry = LooseBlob {
            since: Some(since),
            reserved_bytes: size_bytes,
        };
        self.state.loose_blobs.insert(key.clone(), entry);
        Ok(())
    }

    fn take_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError> {
        let listed = self.changing()?.loose_blobs.get(key);
        let may_be_kept = listed.is_some_and(|listed| listed.since.is_some());
        Ok(may_be_kept && self.remove_loose_blob(key)?)
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
        let mut due: Vec<_> = listed.filter(|(_, listed)| listed.is_due(before)).collect();
        due.sort_by_key(|(key, listed)| (listed.since, *key));
        Ok(due
            .into_iter()
            .take(count_max)
            .map(|(key, _)| key.clone())
            .collect())
    }

    fn list_senseless_loose_blobs(&mut self, _: usize) -> Result<Vec<StoreError>, StoreError> {
        self.looking().map(|_| Vec::new())
    }

    fn claim_loose_blobs(
        &mut self,
        keys: &[BlobKey],
        before: Timestamp,
    ) -> Result<Vec<BlobKey>, StoreError> {
        let listed = &mut self.changing()?.loose_blobs;
        let mut claimed = Vec::new();
        for key in keys {
            if let Some(listed) = listed.get_mut(key).filter(|listed| listed.is_due(before)) {
                listed.since = None;
                claimed.push(key.clone());
            }
        }
        Ok(claimed)
    }

    fn find_blob_statuses(&mut self, keys: &[BlobKey]) -> Result<Vec<BlobStatus>, StoreError> {
        let state = self.looking()?;
        let status = |key: &BlobKey| BlobStatus {
            names: state.names_of(key),
            loose: state.loose_blobs.contains_key(key),
        };
        Ok(keys.iter().map(status).collect())
    }
}
