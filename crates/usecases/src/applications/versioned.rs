//! Reads that need the version of a form type that an application came in with.

use std::sync::Arc;

use domain::PaId;
use ports::Transaction;

use super::{ApplicationError, Applications};
use crate::FormVersions;

impl Applications {
    /// The outcome of a read. If the application has no version, it gets that of the catalogue, as
    /// at the start of the service, and is read once more.
    pub(super) async fn read_versioned<T, W>(
        &self,
        pa_id: PaId,
        work: W,
    ) -> Result<T, ApplicationError>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Transaction, &FormVersions) -> Result<T, ApplicationError>,
        W: Clone + Send + 'static,
    {
        match self.look(work.clone()).await {
            Err(ApplicationError::FormVersionMissing) if self.fill_version(pa_id).await? => {
                self.look(work).await
            }
            outcome => outcome,
        }
    }

    async fn look<T, W>(&self, work: W) -> Result<T, ApplicationError>
    where
        T: Send + 'static,
        W: Fn(&mut dyn Transaction, &FormVersions) -> Result<T, ApplicationError> + Send + 'static,
    {
        let versions = Arc::clone(&self.versions);
        let read = self
            .ports
            .storing
            .store
            .read(move |rows| work(rows, &versions));
        read.await
    }

    async fn fill_version(&self, pa_id: PaId) -> Result<bool, ApplicationError> {
        let (store, now) = (&self.ports.storing.store, self.ports.storing.clock.now());
        let form_type = self.find(pa_id).await?.form_type;
        let filled = self
            .versions
            .catalogue()
            .fill_versions_of(&form_type, store, now);
        Ok(filled.await?)
    }
}
