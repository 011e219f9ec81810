//! Writers of one application take turns.

use std::sync::Arc;

use ports::{Store, StoreError};

use super::changes::changes_under_lock;
use super::samples::{Sample, changed_my_mind, count_in, data_of, entries, time};
use crate::TestResult;

/// By one, beginning with what was added.
pub async fn every_lock_counts_the_revision_up(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    for expected in 2..5 {
        let revision = store.write(move |rows| rows.lock(pa_id)).await?;
        assert_eq!(revision, Some(expected));
    }
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found.map(|found| found.revision), Some(4));
    Ok(())
}

/// By every look-up that tells it, before and after other changes; of several locks each counts.
pub async fn a_new_revision_is_seen_under_its_lock(store: Arc<dyn Store>) -> TestResult {
    let (one, other) = (Sample::add_to(&store).await?, Sample::add_to(&store).await?);
    let (pa_id, second, lookup) = (
        one.application.pa_id,
        other.application.pa_id,
        other.key.lookup,
    );
    let seen = store.write::<_, StoreError>(move |rows| {
        rows.lock(pa_id)?;
        let first = rows.find_stamp(pa_id)?.map(|stamp| stamp.revision);
        rows.add_history_entry(pa_id, &entries(pa_id, 1)[0])?;
        let changed = rows.find_application(pa_id)?.map(|found| found.revision);
        let again = rows.lock(pa_id)?;
        rows.lock(second)?;
        let by_key = rows.find_key(&lookup)?.map(|found| found.stamp.revision);
        Ok([first, changed, again, by_key])
    });
    assert_eq!(seen.await?, [2, 2, 3, 2].map(Some));
    for (pa_id, revision) in [(pa_id, 3), (second, 2)] {
        let stamp = store.read(move |rows| rows.find_stamp(pa_id)).await?;
        assert_eq!(stamp.map(|stamp| stamp.revision), Some(revision));
    }
    Ok(())
}

/// The ETag names what is stored, not what was tried.
pub async fn an_undone_lock_is_not_counted(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let undone: Result<(), StoreError> = store
        .write(move |rows| {
            rows.lock(pa_id)?;
            Err(changed_my_mind())
        })
        .await;
    assert!(undone.is_err());
    let revision = store.write(move |rows| rows.lock(pa_id)).await?;
    assert_eq!(revision, Some(2));
    Ok(())
}

/// Forty works read a number, add one and write it: none overwrites another, and each sees its own
/// revision.
pub async fn parallel_changes_of_one_application_are_all_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let changes: Vec<_> = (0..40)
        .map(|_| {
            let store = Arc::clone(&store);
            let change = async move {
                store
                    .write(move |rows| {
                        let revision = rows.lock(pa_id)?;
                        let found = rows.find_application(pa_id)?.ok_or_else(changed_my_mind)?;
                        assert_eq!(revision, Some(found.revision));
                        let count = count_in(&found.data).ok_or_else(changed_my_mind)? + 1;
                        rows.replace_data(pa_id, &data_of(count), found.status, time(count))?;
                        Ok::<_, StoreError>(found.revision)
                    })
                    .await
            };
            tokio::spawn(change)
        })
        .collect();
    let mut revisions = Vec::new();
    for change in changes {
        revisions.push(change.await??);
    }
    revisions.sort_unstable();
    assert_eq!(revisions, (2..=41).collect::<Vec<_>>());
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found.and_then(|found| count_in(&found.data)), Some(40));
    Ok(())
}

/// Forgetting the lock shows in every test and on every adapter, not only under load on one of
/// them.
pub async fn changing_without_the_lock_is_refused(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let pa_id = sample.application.pa_id;
    for (name, change) in changes_under_lock(pa_id) {
        let refused = store
            .write(move |rows| {
                rows.lock(other)?;
                change(rows)
            })
            .await;
        assert!(
            matches!(refused, Err(StoreError::Failed(_))),
            "{name}: {refused:?}"
        );
    }
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    assert_eq!(found, Some(sample.application));
    Ok(())
}

/// The same work cannot go on with it, while one that it has just added it may change.
pub async fn a_removed_application_is_no_longer_locked(store: Arc<dyn Store>) -> TestResult {
    let outcome = store
        .write(|rows| {
            let added = Sample::add(rows)?.application;
            rows.replace_data(added.pa_id, &data_of(1), added.status, time(1))?;
            rows.remove_application(added.pa_id)?;
            rows.replace_data(added.pa_id, &data_of(2), added.status, time(2))
        })
        .await;
    assert!(matches!(outcome, Err(StoreError::Failed(_))), "{outcome:?}");
    Ok(())
}
