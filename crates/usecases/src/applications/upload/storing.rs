//! Stores a form that was read: bytes, then rows. If it gets no row, its bytes are erased.

use std::sync::Arc;

use bytes::Bytes;
use domain::attachment::filename;
use domain::history::{Action, Author, EntryContent, changes_between, original_added};
use domain::{Application, BlobKey, Timestamp};
use forms::Data;
use forms::validation::status;
use futures::stream;
use ports::{BlobError, BlobSummary, Clock, FormPackage, StoreError, StoredKey, Transaction};

use super::super::key::fresh_key;
use super::NewForm;
use crate::history::record;
use crate::loose_blobs::{clear_up, fresh_blob_key, give_up, took_too_long};
use crate::retries::once;
use crate::{
    ApplicationError, InternalError, RequestContent, Retry, RetryOutcome, StoringPorts,
    UploadReport,
};

/// Stores the bytes, then the rows.
pub(super) async fn store_new(
    ports: &StoringPorts,
    form: NewForm,
    data: Data,
    request: Option<Arc<(Retry, RequestContent)>>,
) -> Result<RetryOutcome<UploadReport>, ApplicationError> {
    let NewForm {
        package,
        filename,
        pdf,
        ..
    } = form;
    let filename = self::filename(&filename);
    let original = store_original(ports, pdf).await?;
    let blob = original.blob.clone();
    let (key, clock) = (fresh_key(ports.entropy.as_ref()), Arc::clone(&ports.clock));
    let (lookup, digest) = key.lookup_and_digest();
    let add = move |rows: &mut dyn Transaction| {
        store_version(rows, &package, clock.now())?;
        let application = fresh(rows, clock.as_ref(), &package, data, &original)?;
        let stored_key = StoredKey {
            pa_id: application.pa_id,
            lookup,
            digest,
        };
        rows.add_application(&application, &stored_key)?;
        record_upload(rows, &application, &filename, &original)?;
        let still_loose = rows.take_loose_blob(&application.original)?;
        if !still_loose || took_too_long(original.listed_at, application.created_at) {
            return Err(InternalError::Unavailable("storing the file took too long".into()).into());
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
    let added = once(&ports.store, &ports.clock, request, add).await;
    clear_up(&ports.store, &ports.blobs, blob, &added).await;
    added
}

/// Lists a new key as loose, then stores the bytes under it, so that the sweeper knows them
/// whatever happens.
async fn store_original(ports: &StoringPorts, pdf: Bytes) -> Result<Original, ApplicationError> {
    let blob = fresh_blob_key(ports.entropy.as_ref());
    let (listed, listed_at) = (blob.clone(), ports.clock.now());
    let size_bytes = u64::try_from(pdf.len()).unwrap_or(u64::MAX);
    let _room = ports.room.reserve(size_bytes).await?;
    let bound = ports.room.total_bound();
    let list = ports.store.write::<_, ApplicationError>(move |rows| {
        rows.reserve_blob(&listed, size_bytes, listed_at)?;
        Ok(bound.admit(rows, 0)?)
    });
    list.await?;
    let bytes = Box::pin(stream::once(async move { Ok::<_, BlobError>(pdf) }));
    match ports.blobs.put(&blob, bytes).await {
        Ok(BlobSummary { size_bytes, sha256 }) => Ok(Original {
            blob,
            size_bytes,
            sha256,
            listed_at,
        }),
        Err(error) => {
            let error = InternalError::from(error);
            give_up(&ports.store, &ports.blobs, blob, &error).await;
            Err(error.into())
        }
    }
}

/// The uploaded bytes, stored and still loose.
struct Original {
    blob: BlobKey,
    size_bytes: u64,
    sha256: [u8; 32],
    listed_at: Timestamp,
}

/// Makes sure that the version of the form type is stored. Its bytes go to the store only if it is
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
    let (size_bytes, sha256) = (original.size_bytes, &original.sha256);
    let mut changes = vec![original_added(filename, size_bytes, sha256)];
    changes.extend(changes_between(&Data::default(), &application.data));
    let entry = EntryContent {
        at: application.created_at,
        by: Author::Upload,
        action: Action::Uploaded,
        changes,
    };
    Ok(record(rows, application.pa_id, entry)?)
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
    let year = now.year_of_century();
    let pa_id = rows
        .next_pa_id(year)?
        .ok_or_else(|| ApplicationError::numbers_used_up(now))?;
    Ok(Application {
        pa_id,
        form_type: package.form_type.key.clone(),
        form_version: Some(package.version()),
        status: status(&package.form_type, &data),
        data,
        original: original.blob.clone(),
        original_sha256: Some(original.sha256),
        original_bytes: Some(original.size_bytes),
        created_at: now,
        updated_at: now,
        activity_at: now,
        revision: 1,
    })
}
