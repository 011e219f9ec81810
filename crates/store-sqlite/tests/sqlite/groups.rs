//! Works that wait together are committed together, and each for itself all the same.

use std::future::{Future, poll_fn};
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, mpsc};
use std::task::Poll;
use std::time::Duration;

use diesel::SqliteConnection;
use diesel::connection::SimpleConnection as _;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error, Pool};
use domain::{BlobKey, Timestamp};
use ports::{Store, StoreError, Transaction};
use store_diesel::sqlite::{GroupBounds, GroupingStore};
use testkit::TestResult;

use crate::{Fixture, fixture, meddle};

/// A work on its way: what it came to.
type Run = Pin<Box<dyn Future<Output = Result<(), StoreError>> + Send>>;

/// Groups that end for nothing but their size.
const PATIENT: GroupBounds = GroupBounds {
    works_max: 1000,
    age_max: Duration::from_secs(3600),
};

#[derive(Debug)]
struct Tuned(&'static str);

impl CustomizeConnection<SqliteConnection, Error> for Tuned {
    fn on_acquire(&self, connection: &mut SqliteConnection) -> Result<(), Error> {
        let pragmas = "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON;";
        let tuned = connection.batch_execute(pragmas);
        tuned
            .and_then(|()| connection.batch_execute(self.0))
            .map_err(Error::QueryError)
    }
}

/// Another store on the file, with groups of its own.
fn grouping(file: &Path, bounds: GroupBounds, sql: &'static str) -> TestResult<Arc<dyn Store>> {
    let pool = Pool::builder()
        .max_size(3)
        .connection_customizer(Box::new(Tuned(sql)))
        .build(ConnectionManager::new(file.to_str().ok_or("no path")?))?;
    Ok(Arc::new(GroupingStore::new(pool, bounds)))
}

fn key(number: u32) -> BlobKey {
    let mut random = [0; 16];
    random[..4].copy_from_slice(&number.to_be_bytes());
    BlobKey::from_entropy(random)
}

fn add(rows: &mut dyn Transaction, number: u32) -> Result<(), StoreError> {
    let since = Timestamp::from_microseconds(0).ok_or(StoreError::Failed("no time".into()))?;
    rows.add_loose_blob(&key(number), since)
}

fn run(
    store: &Arc<dyn Store>,
    work: impl FnOnce(&mut dyn Transaction) -> Result<(), StoreError> + Send + 'static,
) -> Run {
    let store = Arc::clone(store);
    Box::pin(async move { store.write(work).await })
}

fn adding(store: &Arc<dyn Store>, number: u32) -> Run {
    run(store, move |rows| add(rows, number))
}

/// Lets all of them wait behind a work that has begun and changes nothing, in their order.
async fn queued(store: &Arc<dyn Store>, runs: Vec<Run>) -> TestResult<Vec<Result<(), StoreError>>> {
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let (go_on, may_go_on) = mpsc::channel::<()>();
    let first = tokio::spawn(run(store, move |_| {
        let _ = begun.send(());
        let _ = may_go_on.recv();
        Err(StoreError::Failed("it only waited".into()))
    }));
    has_begun.await?;
    let mut runs = runs;
    polled_once(&mut runs).await;
    drop(go_on);
    let mut outcomes = Vec::new();
    for run in runs {
        outcomes.push(run.await);
    }
    assert!(first.await?.is_err());
    Ok(outcomes)
}

async fn polled_once(runs: &mut [Run]) {
    poll_fn(|context| {
        for run in &mut *runs {
            assert!(run.as_mut().poll(context).is_pending());
        }
        Poll::Ready(())
    })
    .await;
}

async fn stored(fixture: &Fixture) -> TestResult<usize> {
    let far = Timestamp::from_microseconds(1).ok_or("no time")?;
    let list = fixture
        .store
        .read(move |rows| rows.list_loose_blobs(far, 10_000));
    Ok(list.await?.len())
}

#[test]
fn works_of_a_group_run_in_their_order_and_are_committed_at_once() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let store = grouping(&fixture.file, PATIENT, "")?;
        let order = Arc::new(Mutex::new(Vec::new()));
        let file = fixture.file.clone();
        let runs = (0..100).map(|number| {
            let (order, file) = (Arc::clone(&order), file.clone());
            run(&store, move |rows| {
                add(rows, number)?;
                let seen = committed(&file).map_err(|_| StoreError::Failed("no look".into()))?;
                order.lock().expect("no panic").push((number, seen));
                Ok(())
            })
        });
        let outcomes = queued(&store, runs.collect()).await?;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        let expected: Vec<_> = (0..100).map(|number| (number, 0)).collect();
        assert_eq!(*order.lock().expect("no panic"), expected);
        assert_eq!(stored(&fixture).await?, 100);
        Ok(())
    })
}

#[test]
fn a_group_ends_at_its_bounds_and_the_next_goes_on() -> TestResult {
    let by_works = GroupBounds {
        works_max: 2,
        ..PATIENT
    };
    let by_age = GroupBounds {
        age_max: Duration::ZERO,
        ..PATIENT
    };
    // The work that the others wait behind is the first of its group.
    for (bounds, committed_before) in [
        (by_works, [0, 1, 1, 3, 3, 5, 5]),
        (by_age, [0, 1, 2, 3, 4, 5, 6]),
    ] {
        let fixture = fixture()?;
        testkit::run(async move {
            let store = grouping(&fixture.file, bounds, "")?;
            let seen = Arc::new(Mutex::new(Vec::new()));
            let file = fixture.file.clone();
            let runs = (0..7).map(|number| {
                let (seen, file) = (Arc::clone(&seen), file.clone());
                run(&store, move |rows| {
                    add(rows, number)?;
                    let rows =
                        committed(&file).map_err(|_| StoreError::Failed("no look".into()))?;
                    seen.lock().expect("no panic").push(rows);
                    Ok(())
                })
            });
            let outcomes = queued(&store, runs.collect()).await?;
            assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
            assert_eq!(*seen.lock().expect("no panic"), committed_before);
            assert_eq!(stored(&fixture).await?, 7);
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn an_error_a_refusal_and_a_panic_in_a_group_undo_nothing_of_their_neighbours() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let store = grouping(&fixture.file, PATIENT, "")?;
        let outcomes = queued(
            &store,
            vec![
                adding(&store, 1),
                run(&store, |rows| {
                    add(rows, 2)?;
                    add(rows, 1)
                }),
                adding(&store, 2),
                run(&store, |rows| {
                    add(rows, 3)?;
                    Err(StoreError::Failed("changed my mind".into()))
                }),
                adding(&store, 3),
                run(&store, |rows| {
                    add(rows, 4)?;
                    std::panic::resume_unwind(Box::new("on purpose"))
                }),
                adding(&store, 4),
            ],
        )
        .await?;
        let kept: Vec<_> = outcomes.iter().map(Result::is_ok).collect();
        assert_eq!(kept, [true, false, true, false, true, false, true]);
        assert!(matches!(outcomes[1], Err(StoreError::Conflict(_))));
        assert!(matches!(outcomes[5], Err(StoreError::Failed(_))));
        assert_eq!(stored(&fixture).await?, 4);
        Ok(())
    })
}

#[test]
fn nobody_hears_of_what_a_commit_that_failed_had_changed() -> TestResult {
    let fixture = fixture()?;
    meddle(
        &fixture.file,
        "CREATE TABLE father (id INTEGER PRIMARY KEY); CREATE TABLE child (father INTEGER \
         REFERENCES father DEFERRABLE INITIALLY DEFERRED); CREATE TRIGGER orphan AFTER INSERT ON \
         loose_blobs WHEN new.since = 1 BEGIN INSERT INTO child VALUES (7); END",
    )?;
    testkit::run(async move {
        let store = grouping(&fixture.file, PATIENT, "")?;
        let refuse = || run(&store, |_| Err(StoreError::Conflict("it is there".into())));
        let spoils = run(&store, |rows| {
            let since = Timestamp::from_microseconds(1).ok_or(StoreError::Failed("no".into()))?;
            rows.add_loose_blob(&key(9), since)
        });
        let outcomes = queued(
            &store,
            vec![
                refuse(),
                adding(&store, 1),
                refuse(),
                spoils,
                adding(&store, 2),
            ],
        )
        .await?;
        // It came before anything was changed, so its answer holds.
        assert!(matches!(outcomes[0], Err(StoreError::Conflict(_))));
        assert!(
            matches!(outcomes[2], Err(StoreError::Undone(_))),
            "{outcomes:?}"
        );
        assert!(outcomes[1].is_err() && outcomes[3].is_err() && outcomes[4].is_err());
        assert_eq!(stored(&fixture).await?, 0);
        adding(&store, 1).await?;
        assert_eq!(stored(&fixture).await?, 1);
        Ok(())
    })
}

#[test]
fn a_full_disk_in_a_group_is_told_and_leaves_every_work_whole_or_undone() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let store = grouping(&fixture.file, PATIENT, "PRAGMA max_page_count = 80")?;
        let many = |from: u32| {
            run(&store, move |rows| {
                (from..from + 2000).try_for_each(|number| add(rows, number))
            })
        };
        let before = adding(&store, 1_000_000);
        let after = adding(&store, 1_000_001);
        let outcomes = queued(&store, vec![before, many(0), after]).await?;
        assert!(
            matches!(outcomes[1], Err(StoreError::Full(_))),
            "{outcomes:?}"
        );
        // Whoever was undone with it hears the same: there is no room.
        let is_told =
            |outcome: &Result<(), StoreError>| matches!(outcome, Ok(()) | Err(StoreError::Full(_)));
        assert!(outcomes.iter().all(is_told), "{outcomes:?}");
        let kept = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!(stored(&fixture).await?, kept, "{outcomes:?}");
        adding(&store, 1_000_002).await?;
        assert_eq!(stored(&fixture).await?, kept + 1);
        Ok(())
    })
}

#[test]
fn more_works_than_the_queue_has_places_for_are_all_done_once() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        // Groups that end early make more commits, for which a busy machine takes longer than the
        // works may wait.
        let store = grouping(&fixture.file, PATIENT, "")?;
        let runs = (0..1100).map(|number| adding(&store, number)).collect();
        let outcomes = queued(&store, runs).await?;
        assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        assert_eq!(stored(&fixture).await?, 1100);
        Ok(())
    })
}

#[test]
fn a_work_that_nobody_waits_for_any_more_is_not_begun() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let store = grouping(&fixture.file, PATIENT, "")?;
        let mut left = vec![adding(&store, 1)];
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (go_on, may_go_on) = mpsc::channel::<()>();
        let first = tokio::spawn(run(&store, move |rows| {
            let _ = begun.send(());
            let _ = may_go_on.recv();
            add(rows, 2)
        }));
        has_begun.await?;
        polled_once(&mut left).await;
        drop(left);
        // Begun, it goes on although nobody waits for it.
        first.abort();
        drop(go_on);
        adding(&store, 3).await?;
        let far = Timestamp::from_microseconds(1).ok_or("no time")?;
        let listed = store
            .read(move |rows| rows.list_loose_blobs(far, 9))
            .await?;
        assert_eq!(listed, [key(2), key(3)]);
        Ok(())
    })
}

/// A store that ends in the middle has kept all that it said it had, and nothing by halves.
#[test]
fn what_was_answered_when_the_runtime_stopped_is_kept() -> TestResult {
    let fixture = fixture()?;
    let store = grouping(&fixture.file, GroupBounds::default(), "")?;
    let answered = Arc::new(Mutex::new(Vec::new()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let runs = (0..1500).map(|number| {
            let (answered, two) = (
                Arc::clone(&answered),
                run(&store, move |rows| {
                    add(rows, 2 * number)?;
                    add(rows, 2 * number + 1)
                }),
            );
            tokio::spawn(async move {
                if two.await.is_ok() {
                    answered.lock().expect("no panic").push(number);
                }
            })
        });
        let mut runs: Vec<_> = runs.collect();
        runs.swap_remove(100).await
    })?;
    drop(runtime);
    let answered = answered.lock().expect("no panic").clone();
    assert!(!answered.is_empty());
    testkit::run(async move {
        let far = Timestamp::from_microseconds(1).ok_or("no time")?;
        let listed = fixture
            .store
            .read(move |rows| rows.list_loose_blobs(far, 10_000));
        let listed = listed.await?;
        assert_eq!(listed.len() % 2, 0);
        for number in answered {
            assert!(listed.contains(&key(2 * number)) && listed.contains(&key(2 * number + 1)));
        }
        Ok(())
    })
}

/// How many loose blobs another connection sees.
fn committed(file: &Path) -> TestResult<i64> {
    use diesel::{Connection as _, QueryableByName, RunQueryDsl as _, sql_types::BigInt};
    #[derive(QueryableByName)]
    struct Count {
        #[diesel(sql_type = BigInt)]
        count: i64,
    }
    let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
    let counted = diesel::sql_query("SELECT count(*) AS count FROM loose_blobs");
    Ok(counted.get_result::<Count>(&mut connection)?.count)
}
