//! Several stores, and other programs, on one file.

use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use ports::{Database as _, Store, StoreError, Transaction};
use store_sqlite::SqliteStore;
use testkit::TestResult;
use testkit::store_suite::Sample;

use crate::fixture;

#[test]
fn two_stores_on_one_file_take_turns_also_where_a_work_looks_before_it_writes() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let other: Arc<dyn Store> = Arc::new(SqliteStore::open(&fixture.file)?);
        let first = Sample::add_to(&other).await?.application.pa_id;
        let adds: Vec<_> = (0..40)
            .map(|index| {
                let store = if index % 2 == 0 {
                    &fixture.store
                } else {
                    &other
                };
                let store = Arc::clone(store);
                tokio::spawn(async move {
                    let look_and_add = move |rows: &mut dyn Transaction| {
                        rows.find_application(first)?;
                        Sample::add(rows)
                    };
                    store.write(look_and_add).await
                })
            })
            .collect();
        let mut numbers = Vec::new();
        for add in adds {
            numbers.push(add.await??.application.pa_id.number());
        }
        numbers.sort_unstable();
        assert_eq!(numbers, (2..=41).collect::<Vec<u16>>());
        Ok(())
    })
}

#[test]
fn a_connection_counts_as_used_while_a_work_runs_on_it() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let database = Arc::new(SqliteStore::open(&fixture.file)?);
        let store: Arc<dyn Store> = database.clone();
        let before = database.pool_load().ok_or("no pool")?;
        assert_eq!((before.used, before.connections_max), (0, 8));
        let inside = store
            .read(move |_| Ok::<_, StoreError>(database.pool_load()))
            .await?;
        assert_eq!(inside.map(|load| load.used), Some(1));
        Ok(())
    })
}

#[test]
fn a_database_that_someone_else_locks_is_unavailable() -> TestResult {
    let fixture = fixture()?;
    let mut other = SqliteConnection::establish(fixture.file.to_str().ok_or("no path")?)?;
    other.batch_execute("BEGIN IMMEDIATE")?;
    testkit::run(async move {
        let outcome = fixture.store.write(|rows| rows.next_pa_id(26)).await;
        assert!(
            matches!(outcome, Err(StoreError::Unavailable(_))),
            "{outcome:?}"
        );
        other.batch_execute("ROLLBACK")?;
        let number = fixture.store.write(|rows| rows.next_pa_id(26)).await?;
        assert_eq!(number.map(|pa_id| pa_id.number()), Some(1));
        Ok(())
    })
}
