//! Replays: first answers, for requests that are sent again.

use std::sync::Arc;

use domain::PaId;
use ports::{
    NewReplay, Replay, ReplayAnswer, ReplayRun, ReplayState, Store, StoreError, Transaction,
};

use super::samples::{Sample, answer, change, changed_my_mind, replay, time};
use crate::Checked;

/// All that was said of it, with an application and without; nothing of a scope that never began.
pub async fn a_replay_that_has_begun_is_found(store: Arc<dyn Store>) -> Checked {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    for new in [replay(1, None), replay(2, Some(pa_id))] {
        begin(&store, new.clone()).await?;
        let expected = Replay {
            request_hash: new.request_hash,
            state: ReplayState::Running { since: time(0) },
            expires_at: time(1_000),
            pa_id: new.pa_id,
        };
        assert_eq!(find(&store, &new.run).await?, Some(expected));
    }
    assert_eq!(find(&store, &replay(3, None).run).await?, None);
    Ok(())
}

/// What began first stays as it was, be it running, finished or past its time.
pub async fn a_scope_begins_once(store: Arc<dyn Store>) -> Checked {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    begin(&store, replay(1, None)).await?;
    for finished in [false, true] {
        if finished {
            assert!(finish(&store, pa_id, replay(1, None).run, answer()).await?);
        }
        let before = find(&store, &replay(1, None).run).await?;
        let again = NewReplay {
            request_hash: [7; 32],
            expires_at: time(9_000),
            run: late_run(1),
            pa_id: Some(pa_id),
        };
        let outcome = begin(&store, again).await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
        assert_eq!(find(&store, &replay(1, None).run).await?, before);
    }
    Ok(())
}

/// Nothing would let it vanish.
pub async fn a_replay_cannot_be_of_no_application(store: Arc<dyn Store>) -> Checked {
    let absent = PaId::new(26, 77).ok_or("no id")?;
    let outcome = begin(&store, replay(1, Some(absent))).await;
    assert!(
        matches!(outcome, Err(StoreError::Conflict(_))),
        "{outcome:?}"
    );
    assert_eq!(find(&store, &replay(1, None).run).await?, None);
    Ok(())
}

/// Every byte of it, also where there is none; it belongs to the application from then on.
pub async fn an_answer_is_found_as_it_was_given(store: Arc<dyn Store>) -> Checked {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let empty = ReplayAnswer {
        status: u16::MAX,
        body: Vec::new(),
    };
    for (new, answer) in [(replay(1, None), answer()), (replay(2, Some(pa_id)), empty)] {
        begin(&store, new.clone()).await?;
        assert!(finish(&store, pa_id, new.run.clone(), answer.clone()).await?);
        let expected = Replay {
            request_hash: new.request_hash,
            state: ReplayState::Done(answer),
            expires_at: time(1_000),
            pa_id: Some(pa_id),
        };
        assert_eq!(find(&store, &new.run).await?, Some(expected));
    }
    Ok(())
}

/// What was made and the answer that tells of it are there together or not at all.
pub async fn an_answer_is_kept_only_with_the_work_that_gave_it(store: Arc<dyn Store>) -> Checked {
    begin(&store, replay(1, None)).await?;
    let run = replay(1, None).run;
    let make = |store: &Arc<dyn Store>, fails: bool| {
        let (store, run) = (Arc::clone(store), run.clone());
        let make = move |rows: &mut dyn Transaction| {
            let pa_id = Sample::add(rows)?.application.pa_id;
            let kept = rows.finish_replay(&run, pa_id, &answer())?;
            if fails || !kept {
                return Err(changed_my_mind());
            }
            Ok(pa_id)
        };
        async move { store.write(make).await }
    };
    assert!(make(&store, true).await.is_err());
    let found = find(&store, &run).await?.map(|found| found.state);
    assert_eq!(found, Some(ReplayState::Running { since: time(0) }));
    let pa_id = make(&store, false).await?;
    assert_eq!(pa_id.number(), 1);
    let found = find(&store, &run).await?.ok_or("no replay")?;
    assert_eq!(found.pa_id, Some(pa_id));
    // Late, twice: the run is finished, so nothing is made a second time.
    assert!(make(&store, false).await.is_err());
    let second = PaId::new(26, 2).ok_or("no id")?;
    let made = store
        .read(move |rows| rows.find_application(second))
        .await?;
    assert_eq!(made, None);
    Ok(())
}

/// A run that was thought dead and comes back finds its place taken, and can neither finish nor abandon what is another's.
pub async fn an_abandoned_run_has_no_say_any_more(store: Arc<dyn Store>) -> Checked {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let (early, late) = (replay(1, None).run, late_run(1));
    begin(&store, replay(1, None)).await?;
    assert!(!abandon(&store, late.clone()).await?);
    assert!(abandon(&store, early.clone()).await?);
    assert_eq!(find(&store, &early).await?, None);
    assert!(!finish(&store, pa_id, early.clone(), answer()).await?);
    let anew = NewReplay {
        run: late.clone(),
        ..replay(1, None)
    };
    begin(&store, anew).await?;
    assert!(!finish(&store, pa_id, early.clone(), answer()).await?);
    assert!(!abandon(&store, early).await?);
    let found = find(&store, &late).await?.map(|found| found.state);
    assert_eq!(found, Some(ReplayState::Running { since: time(5) }));
    assert!(finish(&store, pa_id, late.clone(), answer()).await?);
    assert!(!abandon(&store, late.clone()).await?);
    let found = find(&store, &late).await?.map(|found| found.state);
    assert_eq!(found, Some(ReplayState::Done(answer())));
    Ok(())
}

/// Only those of this application, running and finished, and the number of them.
pub async fn the_replays_of_one_application_are_forgotten_together(
    store: Arc<dyn Store>,
) -> Checked {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    for new in [
        replay(1, None),
        replay(2, Some(pa_id)),
        replay(3, Some(other)),
        replay(4, None),
    ] {
        begin(&store, new).await?;
    }
    assert!(finish(&store, pa_id, replay(1, None).run, answer()).await?);
    for expected in [2, 0] {
        let removed = change(&store, pa_id, move |rows| rows.remove_replays_of(pa_id));
        assert_eq!(removed.await?, expected);
        assert_eq!(left(&store).await?, [3, 4]);
    }
    Ok(())
}

/// The moment itself is included, a microsecond later is not; of more than the count the oldest.
pub async fn replays_are_forgotten_when_their_time_is_over(store: Arc<dyn Store>) -> Checked {
    for (number, expires_at) in [(1, 30), (2, 20), (3, 10), (4, 31), (5, 20)] {
        let new = NewReplay {
            expires_at: time(expires_at),
            ..replay(number, None)
        };
        begin(&store, new).await?;
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

/// The run of a scope that begins when the first was abandoned.
fn late_run(number: u8) -> ReplayRun {
    ReplayRun {
        since: time(5),
        ..replay(number, None).run
    }
}

async fn begin(store: &Arc<dyn Store>, new: NewReplay) -> Result<(), StoreError> {
    store.write(move |rows| rows.begin_replay(&new)).await
}

async fn finish(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    run: ReplayRun,
    answer: ReplayAnswer,
) -> Result<bool, StoreError> {
    change(store, pa_id, move |rows| {
        rows.finish_replay(&run, pa_id, &answer)
    })
    .await
}

async fn abandon(store: &Arc<dyn Store>, run: ReplayRun) -> Result<bool, StoreError> {
    store.write(move |rows| rows.abandon_replay(&run)).await
}

async fn find(store: &Arc<dyn Store>, run: &ReplayRun) -> Result<Option<Replay>, StoreError> {
    let scope_hash = run.scope_hash;
    store.read(move |rows| rows.find_replay(&scope_hash)).await
}

/// The numbers below ten of which there is a replay.
async fn left(store: &Arc<dyn Store>) -> Result<Vec<u8>, StoreError> {
    let mut numbers = Vec::new();
    for number in 0..10 {
        if find(store, &replay(number, None).run).await?.is_some() {
            numbers.push(number);
        }
    }
    Ok(numbers)
}
