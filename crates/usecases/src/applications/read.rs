//! Shows an application: as data, as the filled form, and as it was uploaded.

use std::sync::Arc;

use bytes::Bytes;
use domain::client_network::ClientNetwork;
use domain::{Application, PaId};
use ports::{ApplicationStamp, FormOutput, FormPackage, Transaction};

use super::{ApplicationError, ApplicationView, Applications, UnfilledForm};
use crate::download::NotedBytes;
use crate::stamped_cache::StampedCache;
use crate::{
    ApplicationQuery, BlobRole, Download, FilledFormReport, InternalError, ListAttachments,
};

/// The query that finds an application as it is shown.
pub struct FindApplication(Arc<StampedCache<ApplicationView>>);

impl ApplicationQuery for FindApplication {
    type Found = Arc<ApplicationView>;
    type Error = ApplicationError;

    fn find_remembered(&self, pa_id: PaId) -> Option<(ApplicationStamp, Self::Found)> {
        self.0.find_remembered(pa_id)
    }

    fn find(self, rows: &mut dyn Transaction, pa_id: PaId) -> Result<Self::Found, Self::Error> {
        let stamp = rows.find_stamp(pa_id)?;
        let stamp = stamp.ok_or(ApplicationError::NotFound)?;
        if let Some(view) = self.0.find(pa_id, &stamp) {
            return Ok(view);
        }
        let found = rows.find_application(pa_id)?;
        let application = found.ok_or(ApplicationError::NotFound)?;
        let view = Arc::new(ApplicationView::of(application)?);
        self.0.add(Arc::clone(&view));
        Ok(view)
    }
}

impl Applications {
    /// The query that finds an application as it is shown.
    pub fn find_view(&self) -> FindApplication {
        FindApplication(Arc::clone(&self.views))
    }

    /// The query that lists the attachments of an application.
    pub fn list_attachments(&self) -> ListAttachments {
        ListAttachments(Arc::clone(&self.attachment_lists))
    }

    /// The application as it is stored.
    pub async fn find(&self, pa_id: PaId) -> Result<Application, ApplicationError> {
        self.ports
            .storing
            .store
            .read(move |rows| {
                let found = rows.find_application(pa_id)?;
                found.ok_or(ApplicationError::NotFound)
            })
            .await
    }

    /// The parts of a filled form: the application that was found, with its data, and the template
    /// that it came in with.
    pub async fn unfilled(
        &self,
        view: Arc<ApplicationView>,
        output: FormOutput,
    ) -> Result<UnfilledForm, ApplicationError> {
        let package = match self.versions.find_at_hand(&view.application) {
            Some(package) => package,
            None => self.stored_package(view.application.pa_id).await?,
        };
        Ok(UnfilledForm {
            view,
            package,
            output,
            writer: self.ports.writer.digest(),
            build: self.ports.build,
        })
    }

    async fn stored_package(&self, pa_id: PaId) -> Result<Arc<FormPackage>, ApplicationError> {
        let find = self.read_versioned(pa_id, move |rows, versions| {
            let application = rows.find_application(pa_id)?;
            let application = application.ok_or(ApplicationError::NotFound)?;
            Ok(versions.find(rows, &application)?)
        });
        find.await
    }

    /// The filled form, from the cache if it was made a short while ago.
    pub async fn fill(
        &self,
        client: ClientNetwork,
        form: UnfilledForm,
    ) -> Result<Bytes, ApplicationError> {
        let (digest, pa_id) = (form.digest(), form.view.application.pa_id);
        if let Some(pdf) = self.filled.find(digest, self.ports.storing.clock.now()) {
            return Ok(pdf);
        }
        let writer = Arc::clone(&self.ports.writer);
        let fill = move || writer.fill(&form.package, &form.view.application.data, form.output);
        let pdf = self.pools.cpu.run(client, fill).await??.into();
        let now = self.ports.storing.clock.now();
        self.filled.add(digest, pa_id, &pdf, now);
        Ok(pdf)
    }

    /// Forgets the filled forms that were made more than a short while ago.
    pub fn forget_old_forms(&self) {
        self.filled.forget_old(self.ports.storing.clock.now());
    }

    /// Forgets all that is kept for speed alone: filled forms, and answers of JSON.
    pub fn empty_caches(&self) {
        self.filled.clear();
        self.views.clear();
        self.attachment_lists.clear();
    }

    /// Where each value of the filled form stands, and what the reader finds in it.
    pub async fn fill_report(
        &self,
        client: ClientNetwork,
        form: UnfilledForm,
    ) -> Result<FilledFormReport, ApplicationError> {
        let data = form.view.application.data.clone();
        let told = self.form_files.fill_reported(client, &form.package, data);
        let (_, report) = told.await?;
        Ok(report)
    }

    /// The uploaded bytes of an application that was found.
    pub async fn original(&self, application: &Application) -> Result<Download, ApplicationError> {
        let pa_id = application.pa_id;
        let bytes = self
            .ports
            .storing
            .blobs
            .read(&application.original, None)
            .await?;
        // Rows name only bytes that are there; gone bytes mean a removal that was faster.
        match bytes {
            Some(bytes) => {
                let noted = NotedBytes {
                    pa_id,
                    part: BlobRole::Original,
                    size_bytes: application.original_bytes,
                    sha256: application.original_sha256,
                };
                Ok(noted.compare(bytes, &self.known))
            }
            None => self.find(pa_id).await.and(Err(InternalError::Failed(
                "a row names bytes that are missing".into(),
            )
            .into())),
        }
    }
}
