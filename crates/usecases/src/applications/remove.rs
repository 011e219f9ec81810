//! Erasing an application.

use domain::{BlobKey, PaId};
use ports::StoreError;

use super::{ApplicationError, Applications};

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
            self.erase(blob).await;
        }
        Ok(())
    }

    /// Erases the bytes of a loose key and forgets the key, as far as that works now.
    async fn erase(&self, blob: BlobKey) {
        if let Err(error) = self.ports.blobs.remove(&blob).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "bytes stay for the sweeper"
            );
            return;
        }
        let forgotten = self
            .ports
            .store
            .write(move |rows| rows.remove_loose_blob(&blob).map(drop))
            .await;
        if let Err(error) = forgotten {
            let error: StoreError = error;
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "an erased key stays listed for the sweeper"
            );
        }
    }
}
