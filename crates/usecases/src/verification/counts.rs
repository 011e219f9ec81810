//! Compares the kept counts of applications with the applications.

use ports::StoreError;

use super::Verification;
use crate::{InternalError, StorageFault};

impl Verification {
    /// Checks the counts of all form types as of one moment. Answers the number of faults.
    pub(super) async fn look_at_counts(&self) -> Result<u64, InternalError> {
        let store = &self.storage.store;
        let found = store.read::<_, StoreError>(|rows| rows.find_miscounts());
        let faults: Vec<_> = match found.await {
            Ok(wrong) => wrong.into_iter().map(StorageFault::CountDiffers).collect(),
            // Of which application it is, is told with that.
            Err(error) => vec![StorageFault::of(error)?],
        };
        Ok(self.tell(&faults))
    }
}
