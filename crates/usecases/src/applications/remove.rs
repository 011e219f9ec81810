//! Erasing an application.

use domain::PaId;

use super::{ApplicationError, Applications};
use crate::loose_blobs::erase;

impl Applications {
    /// Removes the application with everything of it. Its key is worth nothing from then on and its number is never given again.
    ///
    /// The bytes become loose in the same transaction and are erased at once; a download under way still finishes. What cannot be erased now
    /// stays listed for the sweeper, so the removal itself never fails for it.
    pub async fn remove(&self, pa_id: PaId) -> Result<(), ApplicationError> {
        let now = self.ports.clock.now();
        let loose = self
            .ports
            .store
            .write(move |rows| {
                rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
                let blobs = rows.list_blobs(pa_id)?;
                for blob in &blobs {
                    rows.add_loose_blob(blob, now)?;
                }
                rows.remove_application(pa_id)?;
                Ok::<_, ApplicationError>(blobs)
            })
            .await?;
        for blob in loose {
            erase(&self.ports.store, &self.ports.blobs, blob).await;
        }
        Ok(())
    }
}
