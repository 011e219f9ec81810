//! Two rows that name one blob, as the service never writes them and rows that were changed by hand
//! may: what becomes of one costs the other nothing.

use std::sync::Arc;

use domain::attachment::AttachedFile;
use domain::{Application, AttachmentId, BlobKey, PaId};
use ports::{BlobStore as _, StoreError};
use testkit::{TestResult, run};
use usecases::StorageFault;

use crate::attaching::attachments;
use crate::house::{House, end_of_time};
use crate::made::by_master;
use crate::storing::{Furnished, Listener, empty_house, furnished, transfer, verified};

#[test]
fn an_erased_application_leaves_bytes_that_another_row_names() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let (first, second) = (&applications[0], &applications[1]);
        names_original_of(&house, first.pa_id, second).await?;
        house.erase(first.pa_id).await?;
        stays(&house, &second.original).await?;
        house.erase(second.pa_id).await?;
        assert_eq!(stored_and_loose(&house).await, (1, 0));
        Ok(())
    })
}

#[test]
fn an_application_that_names_a_blob_twice_is_erased_with_its_bytes() -> TestResult {
    run(async {
        let house = House::new();
        let application = house.uploaded().await?;
        names_original_of(&house, application.pa_id, &application).await?;
        house.erase(application.pa_id).await?;
        assert_eq!(stored_and_loose(&house).await, (0, 0));
        Ok(())
    })
}

#[test]
fn a_removed_attachment_leaves_bytes_that_another_row_names() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let (first, second) = (applications[0].pa_id, &applications[1]);
        let id = names_original_of(&house, first, second).await?;
        let files = attachments(&house, Default::default());
        files.remove(by_master(first), id).await?;
        stays(&house, &second.original).await
    })
}

/// Nothing is lost for a row of the list that should not be there, and it keeps nobody from erasing
/// what names it.
#[test]
fn what_is_named_and_listed_as_loose_is_swept_only_when_nothing_names_it() -> TestResult {
    run(async {
        let house = House::new();
        let application = house.uploaded().await?;
        let (named, now) = (
            application.original.clone(),
            house.ports.storing.clock.now(),
        );
        let list = house
            .rows
            .write::<_, StoreError>(move |rows| rows.add_loose_blob(&named, now));
        list.await?;
        let swept = house.sweeper.sweep(end_of_time()).await?;
        assert_eq!((swept.removed, swept.failed), (0, 1));
        assert_eq!(house.blob_count().await, 1);
        house.erase(application.pa_id).await?;
        assert_eq!(stored_and_loose(&house).await, (0, 0));
        Ok(())
    })
}

/// Those of one application and those of two, in whichever order they are copied.
#[test]
fn a_blob_that_two_rows_name_is_named_and_copied_once() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let [first, second, third] = [0, 1, 2].map(|index| &applications[index]);
        names_original_of(&house, first.pa_id, second).await?;
        names_original_of(&house, third.pa_id, third).await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let copying = transfer(&house, &target, &listener);
        let done = copying.run().await?;
        assert_eq!((done.copied, done.blobs, done.faults), (3, 5, 4));
        assert_eq!(copying.compare().await?, 0);
        assert_eq!(stored_and_loose(&target).await, (5, 0));
        let told = shared(&listener.heard());
        assert_eq!(
            (told.len(), &told),
            (4, &shared(&verified(&house).await?.1))
        );
        assert_eq!(shared(&verified(&target).await?.1), told);
        let again = copying.run().await?;
        assert_eq!((again.unchanged, again.faults), (3, 0));
        Ok(())
    })
}

/// The sentences about blobs that two rows name, in the order of the alphabet.
fn shared(faults: &[StorageFault]) -> Vec<String> {
    let faults = faults.iter();
    let shared = faults.filter(|fault| matches!(fault, StorageFault::BlobShared { .. }));
    let mut said: Vec<String> = shared.map(ToString::to_string).collect();
    said.sort_unstable();
    said
}

/// How many blobs are stored, and how many are listed as loose.
async fn stored_and_loose(house: &House) -> (usize, usize) {
    (house.blob_count().await, house.loose_count().await)
}

/// Neither now nor with a sweep.
async fn stays(house: &House, blob: &BlobKey) -> TestResult {
    house.sweeper.sweep(end_of_time()).await?;
    assert!(house.bytes.read(blob, None).await?.is_some());
    assert_eq!(house.loose_count().await, 0);
    Ok(())
}

/// Gives an application an attachment that has the uploaded form of another one for its bytes.
async fn names_original_of(
    house: &House,
    pa_id: PaId,
    other: &Application,
) -> TestResult<AttachmentId> {
    let file = AttachedFile {
        filename: "Angebot.pdf".into(),
        content_type: "application/pdf".into(),
        size_bytes: 20,
        sha256: other.original_sha256.ok_or("no digest")?,
        blob: other.original.clone(),
    };
    let created_at = other.created_at;
    let rows = Arc::clone(&house.rows);
    let add = rows.write::<_, StoreError>(move |rows| {
        rows.lock(pa_id)?;
        rows.add_attachment(pa_id, &file, created_at)
    });
    Ok(add.await?)
}
