//! Making the tables.

use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use ports::{Database as _, Store};
use test_servers::postgres::PostgresServer;
use testkit::{TestResult, earlier_rows};

use crate::{add, connected, migrated};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

#[test]
fn migrating_again_changes_nothing() -> TestResult {
    let server = PostgresServer::shared()?;
    let (store, database) = migrated(server)?;
    testkit::run(async move {
        assert_eq!(add(&store).await?, 1);
        let again = connected(&server.url(&database))?;
        assert_eq!(again.migrate()?, 0);
        assert_eq!(add(&store).await?, 2);
        Ok(())
    })
}

#[test]
fn instances_that_start_together_migrate_once() -> TestResult {
    let server = PostgresServer::shared()?;
    let database = server.make_database("template1")?;
    let url = server.url(&database);
    let starts: Vec<_> = (0..6)
        .map(|_| {
            let url = url.clone();
            std::thread::spawn(move || connected(&url)?.migrate().map_err(Into::into))
        })
        .collect();
    let mut steps = Vec::new();
    for start in starts {
        let start: TestResult<usize> = start.join().map_err(|_| "a start panicked")?;
        steps.push(start?);
    }
    steps.sort_unstable();
    assert_eq!(steps, [0, 0, 0, 0, 0, 8]);
    Ok(())
}

#[test]
fn a_database_that_lacks_characters_is_refused_before_it_has_tables() -> TestResult {
    let server = PostgresServer::shared()?;
    let options = "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";
    server.sql("postgres", &format!("CREATE DATABASE latin {options}"))?;
    let store = connected(&server.url("latin"))?;
    let refused = store.migrate().err().ok_or("it is not refused")?;
    let told = format!("{refused:?}");
    assert!(
        told.contains("its encoding is LATIN1") && told.contains("ENCODING 'UTF8'"),
        "{told}"
    );
    assert_eq!(store.schema()?.pending, 8);
    Ok(())
}

#[test]
fn a_store_without_tables_says_that_it_does_not_answer() -> TestResult {
    let server = PostgresServer::shared()?;
    let database = server.make_database("template1")?;
    let store = connected(&server.url(&database))?;
    testkit::run(async move {
        assert!(store.check().await.is_err());
        Ok(())
    })
}

const ZEROS: &str = "decode(repeat('00', 32), 'hex')";
const ONES: &str = "decode(repeat('01', 32), 'hex')";

#[test]
fn applications_of_an_earlier_version_get_the_time_of_their_last_activity() -> TestResult {
    let server = PostgresServer::shared()?;
    let url = server.url(&server.make_database("template1")?);
    let mut connection = migrated_to(&url, 2)?;
    connection.batch_execute(&earlier_rows::before_activity(ZEROS))?;
    let store = connected(&url)?;
    store.migrate()?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move { earlier_rows::assert_activity(&store).await })
}

#[test]
fn the_end_of_histories_of_an_earlier_version_is_noted() -> TestResult {
    let server = PostgresServer::shared()?;
    let url = server.url(&server.make_database("template1")?);
    let mut connection = migrated_to(&url, 3)?;
    connection.batch_execute(&earlier_rows::before_history_end(ZEROS, ONES))?;
    let store = connected(&url)?;
    store.migrate()?;
    connection.batch_execute("DELETE FROM history")?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move { earlier_rows::assert_history_end(&store).await })
}

#[test]
fn applications_of_an_earlier_version_are_counted() -> TestResult {
    let server = PostgresServer::shared()?;
    let url = server.url(&server.make_database("template1")?);
    let mut connection = migrated_to(&url, 5)?;
    connection.batch_execute(&earlier_rows::before_counts())?;
    let store = connected(&url)?;
    store.migrate()?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move { earlier_rows::assert_counts(&store).await })
}

fn migrated_to(url: &str, count: usize) -> TestResult<PgConnection> {
    let mut connection = PgConnection::establish(url)?;
    for _ in 0..count {
        connection.run_next_migration(MIGRATIONS)?;
    }
    Ok(connection)
}

#[test]
fn every_migration_can_be_taken_back_and_made_again() -> TestResult {
    let server = PostgresServer::shared()?;
    let (store, database) = migrated(server)?;
    let mut connection = PgConnection::establish(&server.url(&database))?;
    let made = connection.applied_migrations()?.len();
    assert_eq!(connection.revert_all_migrations(MIGRATIONS)?.len(), made);
    assert_eq!(connection.run_pending_migrations(MIGRATIONS)?.len(), made);
    testkit::run(async move {
        assert_eq!(add(&store).await?, 1);
        Ok(())
    })
}
