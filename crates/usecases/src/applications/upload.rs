//! From an uploaded PDF to an application.

use std::sync::Arc;

use bytes::Bytes;
use domain::attachment::filename;
use domain::history::{Action, Author, changes_between, original_added};
use domain::{Application, BlobKey, Timestamp};
use forms::recognition::recognise;
use forms::validation::status;
use forms::{Data, FormContent};
use futures::stream;
use ports::{Clock, FormPackage, StoreError, StoredKey, Transaction};

use super::UploadReport;
use super::key::fresh_key;
use super::{ApplicationError, Applications};
use crate::InternalError;
use crate::history::record;
use crate::loose_blobs::{fresh_blob_key, took_too_long};
use crate::retries::{find_repeated, once};
use crate::{FormCatalogue, RequestContent, Retry, RetryOutcome};

/// A filled form that is to become an application.
pub struct NewForm {
    /// What it is said to be.
    pub package: Arc<FormPackage>,
    /// The file's name, as it was sent. Kept in the history only.
    pub filename: String,
    /// The file's bytes.
    pub pdf: Bytes,
}

impl Applications {
    /// Reads the form and stores it as a new application. On an error there is no application and
    /// no number is taken; only where the database went away while it committed
    /// ([`InternalError::Unavailable`]) there may be one: with an idempotency key the next try
    /// finds it.
    pub async fn upload(
        &self,
        form: NewForm,
        retry: Option<Retry>,
    ) -> Result<RetryOutcome<UploadReport>, ApplicationError> {
        let NewForm {
            package,
            filename,
            pdf,
        } = &form;
        let (store, clock) = (&self.ports.store, &self.ports.clock);
        let request = self.request(package, pdf, retry).await?;
        if let Some(request) = &request
            && let Some(outcome) = find_repeated(store, clock, request).await?
        {
            return Ok(outcome);
        }
        let data = self.read_form(package, pdf.clone()).await?;
        let original = self.store_original(pdf.clone()).await?;
        let key = fresh_key(self.ports.entropy.as_ref());
        let (lookup, digest) = key.lookup_and_digest();
        let (package, time) = (Arc::clone(package), Arc::clone(clock));
        let filename = self::filename(filename);
        let add = move |rows: &mut dyn Transaction| {
            store_version(rows, &package, time.now())?;
            let application = fresh(rows, time.as_ref(), &package, data, &original)?;
            let stored_key = StoredKey {
                pa_id: application.pa_id,
                lookup,
                digest,
            };
            rows.add_application(&application, &stored_key)?;
            record_upload(rows, &application, &filename, &original)?;
            let still_loose = rows.remove_loose_blob(&application.original)?;
            if !still_loose || took_too_long(original.listed_at, application.created_at) {
                return Err(
                    InternalError::Unavailable("storing the file took too long".into()).into(),
                );
            }
            let Application {
                pa_id,
                data,
                status,
                ..
            } = application;
            let report = UploadReport {
                pa_id,
                key,
                data,
                status,
            };
            Ok((pa_id, report))
        };
        once(store, clock, request, add).await
    }

    /// What the request asks for, if it may be sent again: only then is the form hashed, which
    /// takes a while.
    async fn request(
        &self,
        package: &Arc<FormPackage>,
        pdf: &Bytes,
        retry: Option<Retry>,
    ) -> Result<Option<Arc<(Retry, RequestContent)>>, InternalError> {
        let Some(retry) = retry else {
            return Ok(None);
        };
        let (package, pdf) = (Arc::clone(package), pdf.clone());
        let hash = move || RequestContent::of([package.form_type.key.as_bytes(), &pdf]);
        Ok(Some(Arc::new((retry, self.cpu.run(hash).await?))))
    }

    async fn read_form(
        &self,
        package: &Arc<FormPackage>,
        pdf: Bytes,
    ) -> Result<Data, ApplicationError> {
        let content = self.ports.reader.read(pdf).await?;
        let content = content.map_err(ApplicationError::FileRefused)?;
        let content = self.recognised(package, content).await?;
        let data = self.reading.data(package, content).await?;
        data.map_err(ApplicationError::ValuesWrong)
    }

    async fn recognised(
        &self,
        package: &Arc<FormPackage>,
        content: FormContent,
    ) -> Result<FormContent, ApplicationError> {
        let (forms, package) = (Arc::clone(self.versions.catalogue()), Arc::clone(package));
        let compare = move || {
            let others = forms.list().iter().map(|other| &other.form_type);
            recognise(&content, &package.form_type, others).map(|()| content)
        };
        let recognised = self.cpu.run(compare).await?;
        recognised.map_err(ApplicationError::FormNotRecognised)
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
            size_bytes: stored.size_bytes,
            sha256: stored.sha256,
            listed_at: now,
        })
    }
}

/// The uploaded bytes, stored and still loose.
struct Original {
    blob: BlobKey,
    size_bytes: u64,
    sha256: [u8; 32],
    listed_at: Timestamp,
}

/// Sees to it that the version of the form type is stored. Its bytes go to the store only if it is
/// not there yet.
fn store_version(
    rows: &mut dyn Transaction,
    package: &FormPackage,
    now: Timestamp,
) -> Result<(), StoreError> {
    if rows.has_form_package(&package.version().package)? {
        return Ok(());
    }
    rows.add_form_package(&package.to_stored(now))
}

/// The first entry of the history: the file and everything that was read from it.
fn record_upload(
    rows: &mut dyn Transaction,
    application: &Application,
    filename: &str,
    original: &Original,
) -> Result<(), ApplicationError> {
    let made = (Author::Upload, application.created_at);
    let (size_bytes, sha256) = (original.size_bytes, &original.sha256);
    let mut changes = vec![original_added(filename, size_bytes, sha256)];
    changes.extend(changes_between(&Data::default(), &application.data));
    Ok(record(
        rows,
        application.pa_id,
        made,
        Action::Uploaded,
        changes,
    )?)
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
        form_version: Some(package.version()),
        status: status(&package.form_type, &data),
        data,
        original: original.blob.clone(),
        original_sha256: Some(original.sha256),
        created_at: now,
        updated_at: now,
        activity_at: now,
        revision: 1,
    })
}

impl FormCatalogue {
    /// The one that a client names.
    pub fn chosen(&self, key: &str) -> Result<&Arc<FormPackage>, ApplicationError> {
        self.find(key)
            .ok_or_else(|| ApplicationError::FormTypeUnknown { known: self.keys() })
    }
}
