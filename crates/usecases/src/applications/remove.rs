//! Erasing an application.

use domain::PaId;
use ports::Transaction;

use super::{ApplicationError, Applications, ExpectedState};
use crate::loose_blobs::{erase_all, remove_application};

impl Applications {
    /// Erases the application with all that belongs to it, its bytes included, if it is in the
    /// expected state. Its key opens nothing from then on and its number is never given again.
    pub async fn remove(
        &self,
        pa_id: PaId,
        expected: ExpectedState,
    ) -> Result<(), ApplicationError> {
        let (store, blobs) = (&self.ports.storing.store, &self.ports.storing.blobs);
        let now = self.ports.storing.clock.now();
        let may_go = move |rows: &mut dyn Transaction| see_expected(rows, pa_id, &expected);
        let loose = remove_application(store, pa_id, now, may_go).await?;
        // Before the bytes: whoever asked for it may be gone by the time that these are erased.
        self.filled.forget(pa_id);
        self.views.forget(pa_id);
        self.attachment_lists.forget(pa_id);
        erase_all(store, blobs, loose.ok_or(ApplicationError::NotFound)?).await;
        Ok(())
    }
}

/// Refuses an application in another state.
fn see_expected(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    expected: &ExpectedState,
) -> Result<(), ApplicationError> {
    let is_met = expected.is_met(rows, pa_id)?;
    let is_met = is_met.ok_or(ApplicationError::NotFound)?;
    is_met.then_some(()).ok_or(ApplicationError::StateOutdated)
}
