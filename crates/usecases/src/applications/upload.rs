//! From an uploaded PDF to an application: reading it, then storing it.

mod storing;

use std::sync::Arc;

use bytes::Bytes;
use domain::client_network::ClientNetwork;
use forms::Data;
use futures::{StreamExt as _, stream};
use ports::{BlobError, ByteStream, FormPackage};

use super::UploadReport;
use super::{ApplicationError, Applications};
use crate::InternalError;
use crate::detached::run_to_the_end;
use crate::retries::find_repeated;
use crate::{FormCatalogue, RequestContent, Retry, RetryOutcome};
use storing::store_new;

/// A filled form that is to become an application.
pub struct NewForm {
    /// The client that sends it, and in whose share of the pools it is read.
    pub client: ClientNetwork,
    /// The form type that it was sent as.
    pub package: Arc<FormPackage>,
    /// The file's name, as it was sent. Kept in the history only.
    pub filename: String,
    /// The file's bytes.
    pub pdf: Bytes,
    /// Called when the form was read and is about to be stored. An error refuses it; after that it
    /// is stored even if its sender goes away.
    pub before_storing: BeforeStoring,
}

/// Tells whether a form may still be stored.
pub type BeforeStoring = Arc<dyn Fn() -> Result<(), InternalError> + Send + Sync>;

impl Applications {
    /// Reads the form and stores it as a new application. If the future is dropped before the form
    /// is about to be stored, nothing is kept. On an error there is no application and no number is
    /// taken; only where the database went away while it committed ([`InternalError::Unavailable`])
    /// there may be one: with an idempotency key the next try finds it.
    pub async fn upload(
        &self,
        form: NewForm,
        retry: Option<Retry>,
    ) -> Result<RetryOutcome<UploadReport>, ApplicationError> {
        let NewForm {
            client,
            package,
            pdf,
            ..
        } = &form;
        let (store, clock) = (&self.ports.storing.store, &self.ports.storing.clock);
        let request = self.request(*client, package, pdf, retry).await?;
        if let Some(request) = &request
            && let Some(outcome) = find_repeated(store, clock, request).await?
        {
            return Ok(outcome);
        }
        self.look_at_numbers().await?;
        let data = self.read_form(*client, package, pdf.clone()).await?;
        (form.before_storing)()?;
        let ports = self.ports.storing.clone();
        let stored = run_to_the_end(async move { store_new(&ports, form, data, request).await });
        let outcome = stored.await?;
        let (pa_id, now) = (outcome.report.pa_id, clock.now());
        if pa_id.year() == now.year_of_century() {
            self.note_number(now, pa_id.number());
        }
        Ok(outcome)
    }

    /// Whether the form can be read, without storing anything.
    pub async fn judge(&self, form: &NewForm) -> Result<(), ApplicationError> {
        let read = self.read_form(form.client, &form.package, form.pdf.clone());
        read.await.map(drop)
    }

    /// The content of a request that may be sent again: only for that is the form hashed, which
    /// takes a while.
    async fn request(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        pdf: &Bytes,
        retry: Option<Retry>,
    ) -> Result<Option<Arc<(Retry, RequestContent)>>, InternalError> {
        let Some(retry) = retry else {
            return Ok(None);
        };
        let (package, pdf) = (Arc::clone(package), pdf.clone());
        let hash = move || RequestContent::of([package.form_type.key.as_bytes(), &pdf]);
        let content = self.pools.cpu.run(client, hash).await?;
        Ok(Some(Arc::new((retry, content))))
    }

    /// Shows the form to the scanner, then reads it.
    async fn read_form(
        &self,
        client: ClientNetwork,
        package: &Arc<FormPackage>,
        pdf: Bytes,
    ) -> Result<Data, ApplicationError> {
        if let Some(scanner) = &self.ports.storing.scanner {
            let shown = pdf.clone();
            let bytes = stream::once(async move { Ok::<_, BlobError>(shown) });
            let bytes = async move { Ok::<ByteStream, InternalError>(bytes.boxed()) };
            if let Some(found) = scanner.find_malware(client, bytes).await? {
                return Err(ApplicationError::Infected(found));
            }
        }
        let data = self.form_files.data(client, package, pdf).await?;
        Ok(data?)
    }
}

impl FormCatalogue {
    /// The package that a client has named.
    pub fn chosen(&self, key: &str) -> Result<&Arc<FormPackage>, ApplicationError> {
        self.find(key)
            .ok_or_else(|| ApplicationError::FormTypeUnknown { known: self.keys() })
    }
}
