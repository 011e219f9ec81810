//! Keys that are looked for at the same time are found by one statement: each for who asked.

use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use ports::{AccessMode, Database as _, FoundKey, KeyLookup, Store, StoreError, WorkOutcome};
use store_postgres::PostgresStore;
use test_servers::postgres::PostgresServer;
use testkit::TestResult;
use testkit::store_suite::Sample;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::connected;

const CONNECTIONS_MAX: usize = 16;

type LookUp = JoinHandle<Result<Option<FoundKey>, StoreError>>;

/// A store that keeps its statements, with applications, and where its database is.
async fn filled(server: &PostgresServer) -> TestResult<(Arc<PostgresStore>, Vec<Sample>, String)> {
    let url = server.url(&server.make_database("template1")?);
    let store = Arc::new(connected(&format!("{url}?prepared_statements=true"))?);
    store.migrate()?;
    let mut samples = Vec::new();
    for _ in 0..10 {
        let store: Arc<dyn Store> = Arc::clone(&store) as _;
        samples.push(Sample::add_to(&store).await?);
    }
    Ok((store, samples, url))
}

fn look_up(store: &Arc<PostgresStore>, lookup: &KeyLookup) -> LookUp {
    let (store, lookup) = (Arc::clone(store), lookup.clone());
    tokio::spawn(async move { store.find_key(lookup).await })
}

fn of_nobody() -> KeyLookup {
    KeyLookup::from_stored("nobody".to_owned())
}

/// Asks for each of the keys, and for one that nobody has, many times at once; every answer must be
/// right.
async fn all_are_found(store: &Arc<PostgresStore>, samples: &[Sample]) -> TestResult {
    let asked = (0..100).flat_map(|_| samples.iter().map(Some).chain([None]));
    let look_ups: Vec<_> = asked
        .map(|sample| {
            let lookup = sample.map_or_else(of_nobody, |sample| sample.key.lookup.clone());
            (sample, look_up(store, &lookup))
        })
        .collect();
    for (sample, look_up) in look_ups {
        let found = look_up.await??.map(|found| found.key);
        assert_eq!(found, sample.map(|sample| sample.key.clone()));
    }
    Ok(())
}

#[test]
fn of_many_at_once_each_gets_its_own() -> TestResult {
    let server = PostgresServer::shared()?;
    testkit::run(async move {
        let (store, samples, _) = filled(server).await?;
        all_are_found(&store, &samples).await
    })
}

#[test]
fn one_whose_row_makes_no_sense_fails_alone() -> TestResult {
    let server = PostgresServer::shared()?;
    testkit::run(async move {
        let (store, mut samples, url) = filled(server).await?;
        let broken = samples.remove(3);
        let lookup = broken.key.lookup.as_str();
        PgConnection::establish(&url)?.batch_execute(&format!(
            "ALTER TABLE application_keys DROP CONSTRAINT IF EXISTS application_keys_digest_check; \
             UPDATE application_keys SET digest = '\\x00' WHERE lookup = '{lookup}'"
        ))?;
        let failing = look_up(&store, &broken.key.lookup);
        all_are_found(&store, &samples).await?;
        let outcome = failing.await?;
        assert!(
            matches!(outcome, Err(StoreError::Corrupt { .. })),
            "{outcome:?}"
        );
        Ok(())
    })
}

/// Where every connection is taken, they wait for one; those who hang up meanwhile take nobody's
/// answer with them.
#[test]
fn they_wait_for_a_connection_and_some_go_before_it_comes() -> TestResult {
    let server = PostgresServer::shared()?;
    testkit::run(async move {
        let (store, samples, _) = filled(server).await?;
        let (mut releases, mut holders) = (Vec::new(), Vec::new());
        for _ in 0..CONNECTIONS_MAX {
            let (taken, is_taken) = oneshot::channel();
            let (release, released) = oneshot::channel::<()>();
            let store = Arc::clone(&store);
            holders.push(tokio::spawn(async move {
                let hold = move |_: &mut dyn ports::Transaction| {
                    let _ = taken.send(());
                    let _ = released.blocking_recv();
                    WorkOutcome::RollBack
                };
                store.run(AccessMode::Read, Box::new(hold)).await
            }));
            is_taken.await?;
            releases.push(release);
        }
        let staying: Vec<_> = samples
            .iter()
            .map(|sample| {
                (
                    look_up(&store, &of_nobody()),
                    look_up(&store, &sample.key.lookup),
                )
            })
            .collect();
        for (going, _) in &staying {
            tokio::task::yield_now().await;
            going.abort();
        }
        drop(releases);
        for (sample, (_, look_up)) in samples.iter().zip(staying) {
            let found = look_up.await??.map(|found| found.key);
            assert_eq!(found.as_ref(), Some(&sample.key));
        }
        for holder in holders {
            holder.await??;
        }
        all_are_found(&store, &samples).await
    })
}

/// A connection that dies under a batch fails nobody of it: the next one is asked.
#[test]
fn connections_that_die_meanwhile_are_not_noticed() -> TestResult {
    let server = PostgresServer::shared()?;
    testkit::run(async move {
        let (store, samples, url) = filled(server).await?;
        let mut killing = PgConnection::establish(&url)?;
        for _ in 0..10 {
            killing.batch_execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = current_database() AND pid <> pg_backend_pid()",
            )?;
            all_are_found(&store, &samples).await?;
        }
        Ok(())
    })
}
