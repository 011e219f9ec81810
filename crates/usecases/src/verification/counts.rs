//! How many applications there are, against what is kept of it.

use ports::StoreError;

use super::Verification;
use crate::{InternalError, StorageFault};

impl Verification {
    /// Looks at the counts of all form types as of one moment, and gives the number of faults.
    pub(super) async fn look_at_counts(&self) -> Result<u64, InternalError> {
        let store = &self.storage.store;
        let found = store.read::<_, StoreError>(|rows| rows.find_miscounts());
        let faults: Vec<_> = found
            .await?
            .into_iter()
            .map(StorageFault::CountDiffers)
            .collect();
        Ok(self.tell(&faults))
    }
}
