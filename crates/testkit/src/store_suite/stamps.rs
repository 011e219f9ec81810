//! Stamps, which tell the states of an application apart, and short works.

use std::sync::Arc;

use domain::history::EntryContent;
use domain::{PaId, Timestamp};
use ports::{ApplicationStamp, Store, StoreError, WorkOutcome};

use super::changes::changes_under_lock;
use super::samples::{Sample, data_of, entry_content, form_package, time};
use crate::TestResult;

/// Whatever is changed under the lock, and when a form package is filled in.
pub async fn every_change_of_an_application_changes_its_stamp(store: Arc<dyn Store>) -> TestResult {
    let count = changes_under_lock(Sample::add_to(&store).await?.application.pa_id).len();
    let mut changed_count = 0;
    for number in 0..count {
        let pa_id = Sample::add_to(&store).await?.application.pa_id;
        let before = stamp(&store, pa_id).await?;
        let (name, change) = changes_under_lock(pa_id).swap_remove(number);
        let changed: Result<(), StoreError> = store
            .write(move |rows| {
                rows.lock(pa_id)?;
                change(rows)
            })
            .await;
        let after = stamp(&store, pa_id).await?;
        assert_eq!(before == after, changed.is_err(), "{name}");
        changed_count += usize::from(changed.is_ok());
    }
    // The others would name what is another application's.
    assert!(changed_count > count / 2, "{changed_count} of {count}");
    let sample = Sample::add_to(&store).await?.application;
    let before = stamp(&store, sample.pa_id).await?;
    let package = form_package(1);
    let digest = package.summary.version.package;
    store
        .write(move |rows| {
            rows.add_form_package(&package)?;
            rows.fill_form_package("pa_form", &digest, 1000)
        })
        .await?;
    assert_ne!(stamp(&store, sample.pa_id).await?, before);
    Ok(())
}

/// As where a standby was promoted that the last change had not reached: what is remembered of the
/// state that is lost is not shown for the one that has come in its place.
pub async fn a_change_in_the_place_of_one_that_was_lost_has_another_stamp(
    store: Arc<dyn Store>,
) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    let lost = changed_at(&store, pa_id, time(1)).await?;
    let lose = move |rows: &mut dyn ports::Transaction| {
        rows.lock(pa_id)?;
        rows.remove_application(pa_id)?;
        rows.add_application(&sample.application, &sample.key)
    };
    store.write::<_, StoreError>(lose).await?;
    let kept = changed_at(&store, pa_id, time(2)).await?;
    assert_eq!(kept.revision, lost.revision);
    assert_ne!(kept, lost);
    Ok(())
}

/// It finds what is stored and changes nothing; where it panics the store goes on.
pub async fn a_short_work_reads_as_any_other(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    for _ in 0..20 {
        let panicked = store.run_short(Box::new(|_| -> WorkOutcome {
            std::panic::resume_unwind(Box::new("on purpose"))
        }));
        let panicked = panicked.await;
        assert!(
            matches!(panicked, Err(StoreError::Failed(_))),
            "{panicked:?}"
        );
    }
    let refused: Result<(), StoreError> = store
        .look_up(move |rows| {
            rows.lock(pa_id)?;
            rows.replace_data(pa_id, &data_of(1), sample.application.status, time(1))
        })
        .await;
    assert!(matches!(refused, Err(StoreError::Failed(_))), "{refused:?}");
    let found = store
        .look_up(move |rows| rows.find_application(pa_id))
        .await?;
    assert_eq!(found, Some(Sample::of(pa_id).application));
    Ok(())
}

/// However many look at once, each sees what was committed before it looked.
pub async fn parallel_short_works_see_what_was_committed(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    for revision in 1..20 {
        let looks: Vec<_> = (0..40)
            .map(|_| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.look_up(move |rows| rows.find_stamp(pa_id)).await })
            })
            .collect();
        let locked = store.write(move |rows| rows.lock(pa_id)).await?;
        let seen = stamp(&store, pa_id).await?.map(|stamp| stamp.revision);
        assert_eq!(seen, locked);
        for look in looks {
            let seen = look.await??.ok_or("no application")?.revision;
            assert!((revision..=revision + 1).contains(&seen), "{seen}");
        }
    }
    Ok(())
}

/// The stamp, which is that of what is found.
async fn stamp(
    store: &Arc<dyn Store>,
    pa_id: PaId,
) -> Result<Option<ApplicationStamp>, StoreError> {
    let find = move |rows: &mut dyn ports::Transaction| {
        let found = rows.find_application(pa_id)?;
        Ok::<_, StoreError>((rows.find_stamp(pa_id)?, found))
    };
    let (stamp, found) = store.look_up(find).await?;
    assert_eq!(stamp, found.as_ref().map(ApplicationStamp::of));
    Ok(stamp)
}

/// The stamp after a change of that moment.
async fn changed_at(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    at: Timestamp,
) -> TestResult<ApplicationStamp> {
    let content = EntryContent {
        at,
        ..entry_content(1)
    };
    let change = move |rows: &mut dyn ports::Transaction| {
        rows.lock(pa_id)?;
        let entry = rows.find_history_end(pa_id)?.next(pa_id, content);
        rows.add_history_entry(pa_id, &entry)
    };
    store.write::<_, StoreError>(change).await?;
    Ok(stamp(store, pa_id).await?.ok_or("no application")?)
}
