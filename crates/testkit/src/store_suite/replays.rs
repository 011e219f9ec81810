//! Replays: first answers, for requests that are sent again.

use std::sync::Arc;

use domain::PaId;
use ports::{Replay, Store, StoreError, Transaction};

use super::samples::{Sample, change, changed_my_mind, replay, time};
use crate::TestResult;

/// Every byte of the answer, also where there is none.
pub async fn every_member_of_a_replay_is_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let empty = Replay {
        answer: Vec::new(),
        ..replay(2, pa_id)
    };
    for new in [replay(1, pa_id), empty] {
        add(&store, new.clone()).await?;
        assert_eq!(find(&store, new.scope_hash).await?, Some(new));
    }
    assert_eq!(find(&store, [3; 32]).await?, None);
    Ok(())
}

/// What was kept first stays as it was, also past its time; be the other of the same application or
/// not.
pub async fn a_scope_has_one_replay(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    add(&store, replay(1, pa_id)).await?;
    for pa_id in [pa_id, other] {
        let again = Replay {
            request_hash: [7; 32],
            answer: vec![7],
            expires_at: time(9_000),
            ..replay(1, pa_id)
        };
        let outcome = add(&store, again).await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
    }
    assert_eq!(find(&store, [1; 32]).await?, Some(replay(1, pa_id)));
    Ok(())
}

/// What was made and the answer that tells of it are there together or not at all.
pub async fn an_answer_is_kept_only_with_the_work_that_gave_it(
    store: Arc<dyn Store>,
) -> TestResult {
    let make = |fails: bool| {
        store.write(move |rows: &mut dyn Transaction| {
            let pa_id = Sample::add(rows)?.application.pa_id;
            rows.add_replay(&replay(1, pa_id))?;
            if fails {
                return Err(changed_my_mind());
            }
            Ok(pa_id)
        })
    };
    assert!(make(true).await.is_err());
    assert_eq!(find(&store, [1; 32]).await?, None);
    let pa_id = make(false).await?;
    assert_eq!(pa_id.number(), 1);
    assert_eq!(find(&store, [1; 32]).await?, Some(replay(1, pa_id)));
    // A second time there is a replay, so nothing is made.
    assert!(make(false).await.is_err());
    let second = PaId::new(26, 2).ok_or("no id")?;
    let made = store
        .read(move |rows| rows.find_application(second))
        .await?;
    assert_eq!(made, None);
    Ok(())
}

/// Only the one of that scope goes, once, and not before its time is over.
pub async fn an_expired_replay_makes_room_for_another(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    add(&store, replay(1, pa_id)).await?;
    add(&store, replay(2, pa_id)).await?;
    for (now, expected, expected_left) in [
        (999, false, vec![1, 2]),
        (1_000, true, vec![2]),
        (1_000, false, vec![2]),
    ] {
        let remove = store.write(move |rows| rows.remove_expired_replay(&[1; 32], time(now)));
        assert_eq!(remove.await?, expected, "{now}");
        assert_eq!(left(&store).await?, expected_left, "{now}");
    }
    add(&store, replay(1, pa_id)).await?;
    assert_eq!(left(&store).await?, [1, 2]);
    Ok(())
}

/// Only those of this application, and the number of them; the replays themselves stay.
pub async fn the_answers_of_one_application_are_erased_together(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    for new in [replay(1, pa_id), replay(2, pa_id), replay(3, other)] {
        add(&store, new).await?;
    }
    for expected in [2, 0] {
        let removed = change(&store, pa_id, move |rows| rows.erase_replays_of(pa_id));
        assert_eq!(removed.await?, expected);
        assert_eq!(left(&store).await?, [1, 2, 3]);
        for (number, is_kept) in [(1, false), (2, false), (3, true)] {
            let found = store.read(move |rows| rows.find_replay(&[number; 32]));
            let answer = found.await?.map(|replay| replay.answer);
            assert_eq!(answer.map(|answer| !answer.is_empty()), Some(is_kept));
        }
    }
    Ok(())
}

/// The moment itself is included, a microsecond later is not; of more than the count the oldest.
pub async fn replays_are_forgotten_when_their_time_is_over(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    for (number, expires_at) in [(1, 30), (2, 20), (3, 10), (4, 31), (5, 20)] {
        let new = Replay {
            expires_at: time(expires_at),
            ..replay(number, pa_id)
        };
        add(&store, new).await?;
    }
    for (now, count_max, removed, expected) in [
        (9, usize::MAX, 0, vec![1, 2, 3, 4, 5]),
        (30, 0, 0, vec![1, 2, 3, 4, 5]),
        (30, 1, 1, vec![1, 2, 4, 5]),
        (30, 2, 2, vec![1, 4]),
        (30, usize::MAX, 1, vec![4]),
        (30, usize::MAX, 0, vec![4]),
    ] {
        let remove = store.write(move |rows| rows.remove_replays_before(time(now), count_max));
        assert_eq!(remove.await?, removed, "{now} {count_max}");
        assert_eq!(left(&store).await?, expected, "{now} {count_max}");
    }
    Ok(())
}

async fn add(store: &Arc<dyn Store>, new: Replay) -> Result<(), StoreError> {
    change(store, new.pa_id, move |rows| rows.add_replay(&new)).await
}

async fn find(store: &Arc<dyn Store>, scope_hash: [u8; 32]) -> Result<Option<Replay>, StoreError> {
    store.read(move |rows| rows.find_replay(&scope_hash)).await
}

/// The numbers below ten of which there is a replay.
async fn left(store: &Arc<dyn Store>) -> Result<Vec<u8>, StoreError> {
    let mut numbers = Vec::new();
    for number in 0..10 {
        if find(store, [number; 32]).await?.is_some() {
            numbers.push(number);
        }
    }
    Ok(numbers)
}
