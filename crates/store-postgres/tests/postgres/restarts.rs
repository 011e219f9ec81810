//! The server goes away and comes back.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ports::{KeyLookup, Store, StoreError};
use test_servers::postgres::PostgresServer;
use test_servers::waiting::{PATIENCE, PAUSE};
use testkit::TestResult;

use crate::{add, migrated};

const CONNECTIONS_MAX: usize = 16;

#[test]
fn a_restart_between_two_works_is_not_noticed() -> TestResult {
    let server = PostgresServer::start(&[])?;
    let (store, _) = migrated(&server)?;
    testkit::run(async move {
        // Several connections, all of which die.
        let adds: Vec<_> = (0..20)
            .map(|_| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { add(&store).await })
            })
            .collect();
        for add in adds {
            add.await??;
        }
        for round in 1..=3 {
            server.stop_immediately()?;
            server.start_again()?;
            // By a statement outside of any transaction, on a connection that has died.
            let of_nobody = KeyLookup::from_stored("nobody".to_owned());
            assert_eq!(store.find_key(of_nobody).await?, None);
            assert_eq!(add(&store).await?, 20 + round);
            store.check().await?;
        }
        Ok(())
    })
}

#[test]
fn while_the_server_is_away_everything_is_unavailable() -> TestResult {
    let server = PostgresServer::start(&[])?;
    let (store, _) = migrated(&server)?;
    testkit::run(async move {
        server.stop_immediately()?;
        let outcome = add(&store).await;
        assert!(
            matches!(outcome, Err(StoreError::Unavailable(_))),
            "{outcome:?}"
        );
        let outcome = store.check().await;
        assert!(
            matches!(outcome, Err(StoreError::Unavailable(_))),
            "{outcome:?}"
        );
        server.start_again()?;
        assert_eq!(recover(&store).await?, 1);
        Ok(())
    })
}

/// Ten crashes under load: what was acknowledged is there, what was refused was refused as
/// unavailable, numbers have no gap, and no more connections are open than before.
#[test]
fn crashes_under_load_lose_nothing_that_was_acknowledged() -> TestResult {
    let server = PostgresServer::start(&[])?;
    let (store, database) = migrated(&server)?;
    testkit::run(async move {
        let stopping = Arc::new(AtomicBool::new(false));
        let added = Arc::new(AtomicUsize::new(0));
        let writers: Vec<_> = (0..12)
            .map(|_| {
                tokio::spawn(keep_adding(
                    Arc::clone(&store),
                    Arc::clone(&stopping),
                    Arc::clone(&added),
                ))
            })
            .collect();
        for _ in 0..10 {
            let enough = added.load(Ordering::Relaxed) + 20;
            while added.load(Ordering::Relaxed) < enough {
                tokio::time::sleep(PAUSE).await;
            }
            server.stop_immediately()?;
            tokio::time::sleep(Duration::from_millis(100)).await;
            server.start_again()?;
            // It is back for everyone, without anybody's help.
            recover(&store).await?;
        }
        stopping.store(true, Ordering::Relaxed);
        let (mut acknowledged, mut unavailable) = (BTreeSet::new(), 0);
        for writer in writers {
            let (numbers, refused) = writer.await??;
            acknowledged.extend(numbers);
            unavailable += refused;
        }
        let stored = server.sql(&database, "SELECT pa_id FROM applications ORDER BY pa_id")?;
        let stored: Vec<u16> = stored
            .lines()
            .filter_map(|pa_id| pa_id.strip_prefix("26-")?.parse().ok())
            .collect();
        let last = u16::try_from(stored.len())?;
        assert_eq!(stored, (1..=last).collect::<Vec<_>>());
        let lost: Vec<_> = acknowledged
            .iter()
            .filter(|number| !stored.contains(number))
            .collect();
        assert_eq!(lost, Vec::<&u16>::new());
        assert!(unavailable > 0 && acknowledged.len() > 100);
        let open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'formservice'";
        let open: usize = server.sql(&database, open)?.parse()?;
        assert!((1..=CONNECTIONS_MAX).contains(&open), "{open}");
        Ok(())
    })
}

/// Waits until something is stored; an attempt takes seconds where there is no server.
async fn recover(store: &Arc<dyn Store>) -> TestResult<u16> {
    let began = Instant::now();
    loop {
        match add(store).await {
            Err(_) if began.elapsed() < PATIENCE => {}
            added => return Ok(added?),
        }
    }
}

/// The numbers that were acknowledged, and how often it was refused.
async fn keep_adding(
    store: Arc<dyn Store>,
    stopping: Arc<AtomicBool>,
    added: Arc<AtomicUsize>,
) -> TestResult<(Vec<u16>, usize)> {
    let (mut numbers, mut refused) = (Vec::new(), 0);
    while !stopping.load(Ordering::Relaxed) {
        match add(&store).await {
            Ok(number) => {
                numbers.push(number);
                added.fetch_add(1, Ordering::Relaxed);
            }
            Err(StoreError::Unavailable(_)) => refused += 1,
            Err(other) => return Err(format!("neither kept nor unavailable: {other:?}").into()),
        }
    }
    Ok((numbers, refused))
}
