//! Erasing an application.

use domain::PaId;

use super::{ApplicationError, Applications};
use crate::loose_blobs::erase_application;

impl Applications {
    /// Erases the application with all that belongs to it, its bytes included. Its key opens
    /// nothing from then on and its number is never given again.
    pub async fn remove(&self, pa_id: PaId) -> Result<(), ApplicationError> {
        let (store, blobs) = (&self.ports.store, &self.ports.blobs);
        let now = self.ports.clock.now();
        let was_there = erase_application(store, blobs, pa_id, now).await?;
        self.filled.forget(pa_id);
        self.views.forget(pa_id);
        self.attachment_lists.forget(pa_id);
        was_there.then_some(()).ok_or(ApplicationError::NotFound)
    }
}
