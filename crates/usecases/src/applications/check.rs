//! What is still missing before an application can be decided.

use domain::PaId;
use domain::check::check;
use forms::Fault;

use super::{ApplicationError, Applications};

impl Applications {
    /// Everything that is missing, in the order of the form (see [`check`]); nothing where the
    /// application is complete. Data and cost positions are of one moment.
    pub async fn check(&self, pa_id: PaId) -> Result<Vec<Fault>, ApplicationError> {
        let checked = self.read_versioned(pa_id, move |rows, versions| {
            let application = rows
                .find_application(pa_id)?
                .ok_or(ApplicationError::NotFound)?;
            let package = versions.find(rows, &application)?;
            let positions = rows.outline_positions(pa_id)?;
            Ok(check(&package.form_type, &application.data, &positions))
        });
        checked.await
    }
}
