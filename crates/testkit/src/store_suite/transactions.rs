//! Transactions: all of a work is kept or nothing.

use std::sync::Arc;
use std::sync::mpsc;

use domain::{AttachmentId, PaId};
use ports::{AccessMode, ListFilter, Store, StoreError, WorkOutcome};

use super::changes::{Change, changes_under_lock, changes_without_lock};
use super::samples::{Sample, changed_my_mind, loose_key, position, time};
use crate::TestResult;

/// A later work sees it.
pub async fn what_was_committed_is_found_again(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, Some(sample.application));
    Ok(())
}

/// An `Err` undoes everything the work did.
pub async fn what_was_undone_is_gone(store: Arc<dyn Store>) -> TestResult {
    let undone: Result<(), StoreError> = store
        .write(|rows| {
            Sample::add(rows)?;
            rows.add_loose_blob(&loose_key(9000), time(0))?;
            Err(changed_my_mind())
        })
        .await;
    assert!(undone.is_err());
    let next = Sample::add_to(&store).await?;
    assert_eq!(next.application.pa_id.number(), 1);
    let loose = store
        .read(|rows| rows.list_loose_blobs(time(0), 10))
        .await?;
    assert_eq!(loose, []);
    Ok(())
}

/// A panic is an error and an undoing, several times in a row and beside the works of others.
pub async fn a_work_that_panics_keeps_nothing_and_the_store_goes_on(
    store: Arc<dyn Store>,
) -> TestResult {
    for _ in 0..20 {
        let outcome: Result<(), StoreError> = store
            .write(|rows| {
                Sample::add(rows)?;
                std::panic::resume_unwind(Box::new("on purpose"))
            })
            .await;
        assert!(matches!(outcome, Err(StoreError::Failed(_))), "{outcome:?}");
    }
    let next = Sample::add_to(&store).await?;
    assert_eq!(next.application.pa_id.number(), 1);
    Ok(())
}

/// A work cannot commit the half that worked.
pub async fn a_failed_step_undoes_the_whole_work_whatever_it_says(
    store: Arc<dyn Store>,
) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let outcome = store
        .run(
            AccessMode::Write,
            Box::new(move |rows| {
                let listed = rows.add_loose_blob(&loose_key(9000), time(0));
                let twice = rows.add_application(&sample.application, &sample.key);
                assert!(listed.is_ok());
                assert!(matches!(twice, Err(StoreError::Conflict(_))), "{twice:?}");
                WorkOutcome::Commit
            }),
        )
        .await;
    assert!(outcome.is_err());
    let loose = store
        .read(|rows| rows.list_loose_blobs(time(0), 10))
        .await?;
    assert_eq!(loose, []);
    Ok(())
}

/// Databases differ in what still works after an error, so nothing does.
pub async fn after_a_failed_step_nothing_more_is_done(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    let outcome: Result<(), StoreError> = store
        .write(move |rows| {
            rows.lock(pa_id)?;
            let refused = rows.add_application(&sample.application, &sample.key);
            assert!(refused.is_err());
            for (name, change) in every_change(pa_id) {
                assert!(change(rows).is_err(), "{name}");
            }
            assert!(rows.find_application(pa_id).is_err());
            assert!(
                rows.list_applications(&ListFilter::default(), 1, 0)
                    .is_err()
            );
            assert!(rows.find_key(&sample.key.lookup).is_err());
            assert!(rows.list_blobs(pa_id).is_err());
            assert!(rows.list_loose_blobs(time(0), 1).is_err());
            assert!(rows.list_senseless_loose_blobs(1).is_err());
            assert!(rows.attachment_usage(pa_id).is_err());
            assert!(rows.list_attachments(pa_id).is_err());
            assert!(rows.find_attachment(pa_id, AttachmentId(1)).is_err());
            assert!(rows.find_position(pa_id, position(0)).is_err());
            assert!(rows.list_positions(pa_id).is_err());
            assert!(rows.find_replay(&[1; 32]).is_err());
            assert!(rows.list_pa_ids(None, 1).is_err());
            assert!(rows.list_senseless_pa_ids(1).is_err());
            assert!(rows.find_key_of(pa_id).is_err());
            assert!(rows.list_replays_of(pa_id).is_err());
            assert!(rows.find_counters().is_err());
            assert!(rows.list_senseless_counters().is_err());
            assert!(rows.find_blob_statuses(&[loose_key(1)]).is_err());
            refused
        })
        .await;
    assert!(
        matches!(outcome, Err(StoreError::Conflict(_))),
        "{outcome:?}"
    );
    Ok(())
}

/// Each change is refused, and none of it is kept.
pub async fn a_reading_work_cannot_change_anything(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    for (name, change) in every_change(pa_id) {
        let refused = store.read(change).await;
        assert!(
            matches!(refused, Err(StoreError::Failed(_))),
            "{name}: {refused:?}"
        );
    }
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, Some(sample.application));
    Ok(())
}

/// What a reading work has seen does not change under its eyes, and it neither holds a writer up
/// nor undoes what one did.
pub async fn a_reader_sees_one_state_while_a_writer_commits(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let (looked, has_looked) = tokio::sync::oneshot::channel();
    let (wrote, has_written) = mpsc::channel();
    let reader = Arc::clone(&store);
    let reading = tokio::spawn(async move {
        reader
            .read(move |rows| {
                let before = rows.find_application(pa_id)?;
                let _ = looked.send(());
                let _ = has_written.recv();
                Ok::<_, StoreError>((before, rows.find_application(pa_id)?))
            })
            .await
    });
    has_looked.await?;
    let revision = store.write(move |rows| rows.lock(pa_id)).await?;
    wrote.send(())?;
    let (before, after) = reading.await??;
    assert_eq!(revision, Some(2));
    assert_eq!(before.map(|found| found.revision), Some(1));
    assert_eq!(after.map(|found| found.revision), Some(1));
    let later = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(later.map(|found| found.revision), Some(2));
    Ok(())
}

/// A store that was just made answers.
pub async fn the_store_can_be_reached(store: Arc<dyn Store>) -> TestResult {
    Ok(store.check().await?)
}

fn every_change(pa_id: PaId) -> impl Iterator<Item = Change> {
    let changes = changes_without_lock(pa_id).into_iter();
    changes.chain(changes_under_lock(pa_id))
}
