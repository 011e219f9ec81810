use std::sync::Arc;

use bytes::Bytes;
use domain::PaId;
use futures::stream;
use ports::StoreError;
use testkit::store_suite::{Sample, form_package};
use testkit::{FixedClock, MemoryBlobStore, MemoryStore, TestResult, run};

use super::replace;
use crate::archive::ApplicationCopy;
use crate::{ProgressListener, ProgressStep, Storage, StorageFault, Transfer, TransferPorts};

struct Silent;

impl ProgressListener for Silent {
    fn begins(&self, _: ProgressStep, _: u64) {}

    fn advances(&self) {}

    fn finds(&self, _: &StorageFault) {}
}

#[test]
fn a_row_whose_bytes_a_sweep_has_taken_is_not_added() -> TestResult {
    run(async {
        let (from, to) = (storage(), storage());
        let sample = Sample::add_full_to(&from.store).await?.application;
        let (pa_id, now) = (sample.pa_id, sample.created_at);
        let copy = ApplicationCopy::find_in(&from.store, pa_id, now).await?;
        let (copy, swept) = (copy.ok_or("no application")?, [sample.original]);
        let replaced = to
            .store
            .write(move |rows| replace(rows, &copy, &swept, now).map(drop));
        assert!(matches!(replaced.await, Err(StoreError::Unavailable(_))));
        let find = to
            .store
            .read::<_, StoreError>(move |rows| rows.exists(pa_id));
        assert!(!find.await?);
        Ok(())
    })
}

#[test]
fn bytes_that_only_the_copy_of_before_named_are_listed_as_loose() -> TestResult {
    run(async {
        let to = storage();
        let sample = Sample::add_full_to(&to.store).await?.application;
        let (pa_id, now) = (sample.pa_id, sample.created_at);
        let copy = ApplicationCopy::find_in(&to.store, pa_id, now).await?;
        let copy = copy.ok_or("no application")?;
        let removed = copy.attachments.first().ok_or("no attachment")?.clone();
        let copy = copy.without(removed.id);
        let replaced = to.store.write(move |rows| {
            let given_up = replace(rows, &copy, &[], now)?;
            Ok::<_, StoreError>((given_up, rows.list_loose_blobs(now, 9)?))
        });
        let (given_up, loose) = replaced.await?;
        assert_eq!(given_up, [removed.file.blob]);
        assert_eq!(loose, given_up);
        Ok(())
    })
}

/// The packages are copied before the applications, and one may come in meanwhile.
#[test]
fn an_application_brings_the_version_of_its_form_type_along() -> TestResult {
    run(async {
        let (from, to) = (storage(), storage());
        let pa_id = PaId::new(26, 1).ok_or("no number")?;
        let (package, mut sample) = (form_package(1), Sample::of(pa_id));
        let version = package.summary.version;
        sample.application.form_version = Some(version);
        sample.application.original_sha256 = None;
        let form = stream::iter([Ok(Bytes::from_static(b"%PDF"))]);
        from.blobs
            .put(&sample.application.original, Box::pin(form))
            .await?;
        let add = from.store.write::<_, StoreError>(move |rows| {
            rows.add_form_package(&package)?;
            rows.add_application(&sample.application, &sample.key)
        });
        add.await?;
        let transfer = Transfer::new(TransferPorts {
            live: Arc::clone(&from.store),
            from,
            to: to.clone(),
            clock: Arc::new(FixedClock::default()),
            watcher: Arc::new(Silent),
        });
        assert_eq!(transfer.copy_application(pa_id).await?.copied, 1);
        let digest = version.package;
        let find = to
            .store
            .read::<_, StoreError>(move |rows| rows.has_form_package(&digest));
        assert!(find.await?);
        Ok(())
    })
}

fn storage() -> Storage {
    Storage {
        store: Arc::new(MemoryStore::default()),
        blobs: Arc::new(MemoryBlobStore::default()),
    }
}
