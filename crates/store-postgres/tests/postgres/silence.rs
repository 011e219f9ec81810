//! A server that hangs: its connections stay open, and nothing is answered.

use std::sync::Arc;
use std::time::Instant;

use ports::{Database as _, KeyLookup, Store, StoreError};
use test_servers::postgres::PostgresServer;
use test_servers::waiting::{PATIENCE, PAUSE};
use testkit::TestResult;

use crate::{add, connected};

#[test]
fn a_server_that_hangs_is_unavailable_for_all_keeps_nothing_and_is_used_again() -> TestResult {
    let server = PostgresServer::start(&[])?;
    let database = server.make_database("template1")?;
    for parameters in ["", "?prepared_statements=true"] {
        let store = Arc::new(connected(&format!(
            "{}{parameters}",
            server.url(&database)
        ))?);
        store.migrate()?;
        let rows: Arc<dyn Store> = store.clone();
        let load = move || store.pool_load().map(|load| load.used);
        testkit::run(hangs(&server, &database, rows, load))?;
    }
    Ok(())
}

async fn hangs(
    server: &PostgresServer,
    database: &str,
    store: Arc<dyn Store>,
    connections_used: impl Fn() -> Option<u64>,
) -> TestResult {
    let count = || -> TestResult<u64> {
        Ok(server
            .sql(database, "SELECT count(*) FROM applications")?
            .parse()?)
    };
    add(&store).await?;
    let before = count()?;
    let frozen = server.freeze()?;
    let asked = (0..60).map(|number| tokio::spawn(asking(Arc::clone(&store), number)));
    for answer in asked.collect::<Vec<_>>() {
        is_unavailable(answer.await?);
    }
    // Each of these would wait as long if nobody knew by now, half an hour in all.
    let began = Instant::now();
    for number in 0..200 {
        is_unavailable(asking(Arc::clone(&store), number % 2).await);
    }
    assert!(began.elapsed() < PATIENCE, "they are told at once");
    drop(frozen);
    let thawed = Instant::now();
    while connections_used() != Some(0) {
        assert!(thawed.elapsed() < PATIENCE, "connections are given back");
        tokio::time::sleep(PAUSE).await;
    }
    // What was refused was not done after all when the server went on.
    assert_eq!(count()?, before);
    store.check().await?;
    add(&store).await?;
    assert_eq!(count()?, before + 1);
    Ok(())
}

async fn asking(store: Arc<dyn Store>, number: usize) -> Result<(), StoreError> {
    match number % 3 {
        0 => add(&store).await.map(drop),
        1 => {
            let of_nobody = KeyLookup::from_stored("nobody".to_owned());
            store.find_key(of_nobody).await.map(drop)
        }
        _ => store.check().await,
    }
}

fn is_unavailable(answer: Result<(), StoreError>) {
    assert!(
        matches!(answer, Err(StoreError::Unavailable(_))),
        "{answer:?}"
    );
}
