//! Making the tables.

use diesel::{Connection as _, PgConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use ports::{Database as _, Store as _};
use test_servers::postgres::PostgresServer;
use testkit::TestResult;

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
    assert_eq!(steps, [0, 0, 0, 0, 0, 3]);
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
