//! Replacing the key of an application.

use std::sync::Arc;

use ports::{Store, StoreError, StoredKey};

use super::samples::{Sample, change, key_of};
use crate::TestResult;

/// The new one is found, the old one is not, that of another application stays.
pub async fn a_replaced_key_opens_nothing_any_more(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let other = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    let new = key_of(pa_id, 500);
    let replacing = new.clone();
    change(&store, pa_id, move |rows| rows.replace_key(&replacing)).await?;
    for (key, expected) in [
        (&sample.key, None),
        (&new, Some(&new)),
        (&other.key, Some(&other.key)),
    ] {
        assert_eq!(find(&store, key).await?.as_ref(), expected);
    }
    Ok(())
}

/// Be it another application's or the one that would go: nothing is replaced then.
pub async fn a_key_is_not_replaced_by_one_whose_lookup_id_is_in_use(
    store: Arc<dyn Store>,
) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let other = Sample::add_to(&store).await?;
    let pa_id = sample.application.pa_id;
    for lookup in [other.key.lookup.clone(), sample.key.lookup.clone()] {
        let taken = StoredKey {
            lookup,
            ..key_of(pa_id, 500)
        };
        let outcome = change(&store, pa_id, move |rows| rows.replace_key(&taken)).await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
    }
    for key in [sample.key, other.key] {
        assert_eq!(find(&store, &key).await?, Some(key));
    }
    Ok(())
}

/// Of sixteen at once one is left.
pub async fn parallel_replacements_leave_one_key(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let replacements: Vec<_> = (500..516)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let key = key_of(pa_id, number);
                change(&store, pa_id, move |rows| rows.replace_key(&key)).await
            })
        })
        .collect();
    for replacement in replacements {
        replacement.await??;
    }
    let mut left = 0;
    for number in 500..516 {
        left += usize::from(find(&store, &key_of(pa_id, number)).await?.is_some());
    }
    assert_eq!(left, 1);
    Ok(())
}

async fn find(store: &Arc<dyn Store>, key: &StoredKey) -> Result<Option<StoredKey>, StoreError> {
    let found = store.find_key(key.lookup.clone()).await?;
    Ok(found.map(|found| found.key))
}
