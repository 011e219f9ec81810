//! The numbers of applications.

use std::sync::Arc;

use domain::application::NUMBER_MAX;
use ports::{Counters, Store, StoreError};

use super::samples::{Sample, changed_my_mind};
use crate::TestResult;

/// 0001, 0002, … in one year, and from 0001 again in another.
pub async fn numbers_count_up_from_one_in_each_year(store: Arc<dyn Store>) -> TestResult {
    for (year, text) in [
        (26, "26-0001"),
        (26, "26-0002"),
        (27, "27-0001"),
        (26, "26-0003"),
        (0, "00-0001"),
        (99, "99-0001"),
    ] {
        let pa_id = store.write(move |rows| rows.next_pa_id(year)).await?;
        assert_eq!(pa_id.map(|pa_id| pa_id.to_string()).as_deref(), Some(text));
    }
    Ok(())
}

/// Of each year, without taking one; also after the last of all.
pub async fn the_last_number_of_a_year_is_found(store: Arc<dyn Store>) -> TestResult {
    let last = |year| {
        let store = Arc::clone(&store);
        async move { store.read(move |rows| rows.find_last_number(year)).await }
    };
    for expected in [None, Some(1), Some(2)] {
        assert_eq!(last(26).await?, expected);
        assert_eq!(last(26).await?, expected);
        store.write(|rows| rows.next_pa_id(26)).await?;
    }
    assert_eq!((last(26).await?, last(27).await?), (Some(3), None));
    let counters = Counters {
        last_numbers: [(26, NUMBER_MAX)].into(),
        ..Counters::default()
    };
    store
        .write(move |rows| rows.raise_counters(&counters))
        .await?;
    assert_eq!(store.write(|rows| rows.next_pa_id(26)).await?, None);
    assert_eq!(last(26).await?, Some(NUMBER_MAX));
    Ok(())
}

/// A failed upload leaves no gap.
pub async fn a_number_is_given_back_when_its_work_is_undone(store: Arc<dyn Store>) -> TestResult {
    Sample::add_to(&store).await?;
    let undone: Result<(), StoreError> = store
        .write(|rows| {
            let taken = rows.next_pa_id(26)?;
            assert_eq!(taken.map(|pa_id| pa_id.number()), Some(2));
            Err(changed_my_mind())
        })
        .await;
    assert!(undone.is_err());
    let next = Sample::add_to(&store).await?;
    assert_eq!(next.application.pa_id.number(), 2);
    Ok(())
}

/// No number twice and none left out, though every third work is undone.
pub async fn parallel_works_take_consecutive_numbers(store: Arc<dyn Store>) -> TestResult {
    let works: Vec<_> = (0..60)
        .map(|index| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let outcome = store.write(move |rows| {
                    let sample = Sample::add(rows)?;
                    if index % 3 == 0 {
                        Err(changed_my_mind())
                    } else {
                        Ok(sample)
                    }
                });
                (index, outcome.await)
            })
        })
        .collect();
    let mut numbers = Vec::new();
    for work in works {
        let (index, outcome) = work.await?;
        assert_eq!(outcome.is_err(), index % 3 == 0, "{outcome:?}");
        numbers.extend(outcome.map(|sample| sample.application.pa_id.number()));
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=40).collect::<Vec<u16>>());
    Ok(())
}

/// 9999 can be taken; then there is none, however often one asks, and other years go on.
pub async fn after_the_last_number_of_a_year_there_is_none(store: Arc<dyn Store>) -> TestResult {
    let last = store
        .write(|rows| {
            for _ in 1..NUMBER_MAX {
                rows.next_pa_id(26)?;
            }
            rows.next_pa_id(26)
        })
        .await?;
    assert_eq!(
        last.map(|pa_id| pa_id.to_string()).as_deref(),
        Some("26-9999")
    );
    for _ in 0..2 {
        let none = store.write(|rows| rows.next_pa_id(26)).await?;
        assert_eq!(none, None);
    }
    let other = store.write(|rows| rows.next_pa_id(27)).await?;
    assert_eq!(other.map(|pa_id| pa_id.number()), Some(1));
    Ok(())
}

/// A number names one application for ever.
pub async fn the_number_of_a_removed_application_is_not_used_again(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    store
        .write(move |rows| {
            rows.lock(pa_id)?;
            rows.remove_application(pa_id)
        })
        .await?;
    let next = Sample::add_to(&store).await?;
    assert_eq!(next.application.pa_id.number(), 2);
    Ok(())
}
