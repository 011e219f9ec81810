//! A server that follows another one, until it is promoted in its place.

use std::fs;
use std::sync::Arc;

use ports::{KeyLookup, Store, StoreError};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

use crate::{add, connected, migrated};

#[test]
fn a_standby_can_be_read_and_is_unavailable_for_writes_until_it_is_promoted() -> TestResult {
    let server = PostgresServer::start(&[])?;
    let (store, database) = migrated(&server)?;
    testkit::run(async {
        assert_eq!(add(&store).await?, 1);
        Ok(())
    })?;
    server.stop_immediately()?;
    // It follows nobody: what it had itself is all that it gets.
    fs::write(server.folder().join("data/standby.signal"), "")?;
    server.start_again()?;
    let store: Arc<dyn Store> = Arc::new(connected(&server.url(&database))?);
    testkit::run(async move {
        let of_nobody = KeyLookup::from_stored("nobody".to_owned());
        assert_eq!(store.find_key(of_nobody).await?, None);
        for _ in 0..2 {
            let outcome = add(&store).await;
            let is_unavailable = matches!(outcome, Err(StoreError::Unavailable(_)));
            assert!(is_unavailable, "{outcome:?}");
        }
        server.sql("postgres", "SELECT pg_promote()")?;
        assert_eq!(add(&store).await?, 2);
        Ok(())
    })
}
