//! Erasing an application.

use domain::PaId;

use super::{ApplicationError, Applications};

impl Applications {
    /// Removes the application with everything of it. Its key is worth nothing from then on and its number is never given again. The
    /// bytes become loose, so that a download under way still finishes; the sweeper erases them.
    pub async fn remove(&self, pa_id: PaId) -> Result<(), ApplicationError> {
        let now = self.ports.clock.now();
        self.ports
            .store
            .write(move |rows| {
                rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
                let application = rows
                    .find_application(pa_id)?
                    .ok_or(ApplicationError::NotFound)?;
                rows.add_loose_blob(&application.original, now)?;
                rows.remove_application(pa_id)?;
                Ok(())
            })
            .await
    }
}
