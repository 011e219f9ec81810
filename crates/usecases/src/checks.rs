//! What is still missing before an application can be decided.

use std::sync::Arc;

use domain::PaId;
use domain::check::check;
use forms::Fault;
use ports::Store;

use crate::{ApplicationError, FormCatalogue, InternalError};

/// Checks applications against their form types.
pub struct Checks {
    store: Arc<dyn Store>,
    forms: Arc<FormCatalogue>,
}

impl Checks {
    /// Checks of applications of these form types.
    pub fn new(store: Arc<dyn Store>, forms: Arc<FormCatalogue>) -> Self {
        Self { store, forms }
    }

    /// Everything that is missing, in the order of the form (see [`check`]); nothing where the
    /// application is complete. Data and cost positions are of one moment.
    pub async fn problems(&self, pa_id: PaId) -> Result<Vec<Fault>, ApplicationError> {
        let forms = Arc::clone(&self.forms);
        self.store
            .read(move |rows| {
                let application = rows
                    .find_application(pa_id)?
                    .ok_or(ApplicationError::NotFound)?;
                let package = forms.find(&application.form_type).ok_or_else(|| {
                    InternalError::Failed("the form type of an application is gone".into())
                })?;
                let positions = rows.list_positions(pa_id)?;
                Ok(check(&package.form_type, &application.data, &positions))
            })
            .await
    }
}
