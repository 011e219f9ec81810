//! From an uploaded PDF to an application.

use std::sync::Arc;

use bytes::Bytes;
use domain::key::ApplicationKey;
use domain::{Application, BlobKey, Timestamp};
use forms::Data;
use forms::validation::status;
use futures::stream;
use ports::{Clock, FormPackage, StoredKey, Transaction};

use super::{ApplicationError, Applications};
use crate::InternalError;
use crate::key_rotation::fresh_key;
use crate::loose_blobs::{fresh_blob_key, took_too_long};
use crate::retries::once;
use crate::{Outcome, RequestContent, Retry};

/// A new application with its key, which is shown this once.
pub struct UploadReport {
    /// The application.
    pub application: Application,
    /// Its key in plain text.
    pub key: ApplicationKey,
}

impl Applications {
    /// Reads the form and stores it as a new application. On an error there is no application and
    /// no number is taken; only where the database went away while it committed
    /// ([`InternalError::Unavailable`]) there may be one: with an idempotency key the next try
    /// finds it.
    pub async fn upload(
        &self,
        form_type: &str,
        pdf: Bytes,
        retry: Option<Retry<UploadReport>>,
    ) -> Result<Outcome<UploadReport>, ApplicationError> {
        let content = RequestContent::of([form_type.as_bytes(), &pdf]);
        let request = retry.map(|retry| Arc::new(retry.asking_for(&content)));
        if let Some(request) = &request {
            let (store, clock) = (&self.ports.store, &self.ports.clock);
            if let Some(answer) = request.look(store, clock).await? {
                return Ok(Outcome::Repeated(answer));
            }
        }
        let package = self.forms.find(form_type).cloned();
        let package = package.ok_or_else(|| ApplicationError::FormTypeUnknown {
            known: self.forms.keys(),
        })?;
        let data = self.read_form(&package, pdf.clone()).await?;
        let original = self.store_original(pdf).await?;
        let key = fresh_key(self.ports.entropy.as_ref());
        let (lookup, digest) = key.lookup_and_digest();
        let clock = Arc::clone(&self.ports.clock);
        let add = move |rows: &mut dyn Transaction| {
            let application = fresh(rows, clock.as_ref(), &package, data, &original)?;
            let stored_key = StoredKey {
                pa_id: application.pa_id,
                lookup,
                digest,
            };
            rows.add_application(&application, &stored_key)?;
            let still_loose = rows.remove_loose_blob(&application.original)?;
            if !still_loose || took_too_long(original.listed_at, application.created_at) {
                return Err(
                    InternalError::Unavailable("storing the file took too long".into()).into(),
                );
            }
            Ok((application.pa_id, UploadReport { application, key }))
        };
        once(&self.ports.store, &self.ports.clock, request, add).await
    }

    async fn read_form(
        &self,
        package: &Arc<FormPackage>,
        pdf: Bytes,
    ) -> Result<Data, ApplicationError> {
        let content = self.ports.reader.read(pdf).await?;
        let content = content.map_err(ApplicationError::FileRefused)?;
        let data = self.reading.data(package, content).await?;
        data.map_err(ApplicationError::ValuesWrong)
    }

    /// Lists a fresh key as loose, then stores the bytes under it: whatever happens after, the key
    /// is known.
    async fn store_original(&self, pdf: Bytes) -> Result<Original, ApplicationError> {
        let key = fresh_blob_key(self.ports.entropy.as_ref());
        let (listed, now) = (key.clone(), self.ports.clock.now());
        self.ports
            .store
            .write(move |rows| rows.add_loose_blob(&listed, now))
            .await?;
        let bytes = Box::pin(stream::once(async move { Ok(pdf) }));
        let stored = self.ports.blobs.put(&key, bytes).await?;
        Ok(Original {
            blob: key,
            sha256: stored.sha256,
            listed_at: now,
        })
    }
}

/// The uploaded bytes, stored and still loose.
struct Original {
    blob: BlobKey,
    sha256: [u8; 32],
    listed_at: Timestamp,
}

/// The application under the next number of the year, not yet stored.
fn fresh(
    rows: &mut dyn Transaction,
    clock: &dyn Clock,
    package: &FormPackage,
    data: Data,
    original: &Original,
) -> Result<Application, ApplicationError> {
    let now = clock.now();
    let year = u8::try_from(now.date().year().rem_euclid(100)).unwrap_or_default();
    let pa_id = rows
        .next_pa_id(year)?
        .ok_or(ApplicationError::NumbersUsedUp { year })?;
    Ok(Application {
        pa_id,
        form_type: package.form_type.key.clone(),
        form_version: None,
        status: status(&package.form_type, &data),
        data,
        original: original.blob.clone(),
        original_sha256: Some(original.sha256),
        created_at: now,
        updated_at: now,
        revision: 1,
    })
}
