//! Whether there is room for a file at all, for whoever starts the service.

use super::{RoomReport, StorageRoom};
use crate::InternalError;

impl StorageRoom {
    /// How much room there is. [`InternalError::StorageFull`] where not even a byte would be taken.
    pub async fn check(&self) -> Result<RoomReport, InternalError> {
        self.look_for(1).await?;
        let bound = self.total_bound();
        let admitted = self
            .storage
            .store
            .read::<_, InternalError>(move |rows| bound.admit(rows, 1));
        admitted.await?;
        self.report().await
    }
}
