//! Room for changes without files, which may grow into the floor of free space.

use forms::Value;

use super::StorageRoom;
use crate::InternalError;

/// A patch up to this size, as JSON, is taken as long as the disk takes it.
const SMALL_PATCH_BYTES: usize = 64 * 1024;

impl StorageRoom {
    /// Refuses a large patch where changes have used up half of the floor already: the rest is for
    /// corrections and removals, which make room. Each change stays in the history, before and
    /// after, so a few applicants could fill it in minutes otherwise.
    pub(crate) async fn admit_change(&self, patch: &Value) -> Result<(), InternalError> {
        let least = self.limits.free_bytes_min / 2;
        if least == 0 || self.disks.admit_without_a_look(0) {
            return Ok(());
        }
        let free = self.storage.store.free_bytes().await?;
        if free.is_none_or(|free| free >= least)
            || data_json::to_text(patch).len() <= SMALL_PATCH_BYTES
        {
            return Ok(());
        }
        let why = "a large change would leave less free space than half of `limits.free_bytes_min`";
        Err(InternalError::StorageFull(why.into()))
    }
}
