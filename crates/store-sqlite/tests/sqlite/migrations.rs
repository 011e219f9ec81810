//! Making the tables, and bringing older ones up to date.

use std::path::Path;
use std::sync::Arc;

use diesel::{Connection as _, SqliteConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use ports::{Database as _, ListFilter, Store, StoreError};
use store_sqlite::SqliteStore;
use testkit::store_suite::{Sample, form_package};
use testkit::{TestResult, earlier_rows};

use crate::{fixture, meddle};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

#[test]
fn migrating_again_changes_nothing() -> TestResult {
    let fixture = fixture()?;
    testkit::run(async move {
        let pa_id = Sample::add_to(&fixture.store).await?.application.pa_id;
        let again = SqliteStore::open(&fixture.file)?;
        assert_eq!(again.migrate()?, 0);
        let again: Arc<dyn Store> = Arc::new(again);
        let found = again.read(move |rows| rows.find_application(pa_id)).await?;
        assert!(found.is_some());
        Ok(())
    })
}

#[test]
fn stores_that_start_together_migrate_once() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("app.db");
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let file = file.clone();
            std::thread::spawn(move || SqliteStore::open(&file)?.migrate())
        })
        .collect();
    let mut steps = Vec::new();
    for start in starts {
        steps.push(start.join().map_err(|_| "a start panicked")??);
    }
    steps.sort_unstable();
    assert_eq!(steps, [0, 0, 0, 10]);
    Ok(())
}

#[test]
fn a_store_without_tables_says_that_it_does_not_answer() -> TestResult {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(&directory.path().join("app.db"))?;
    testkit::run(async move {
        assert!(store.check().await.is_err());
        Ok(())
    })
}

#[test]
fn tables_of_an_earlier_version_get_the_names_that_their_data_says() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("app.db");
    let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
    connection.run_next_migration(MIGRATIONS)?;
    for (number, data) in [
        (1, r#"{"name":"Chor \"Łódź\" \u00fc"}"#),
        (2, r#"{"applicant":{"name":"x"}}"#),
        (3, r#"{"name":7}"#),
        (
            4,
            r#"{"name":null,"count":123456789012345678901234567890.5}"#,
        ),
        (5, "{"),
    ] {
        let (original, data) = (format!("{number:032x}"), data.replace('\'', "''"));
        meddle(
            &file,
            &format!(
                "INSERT INTO applications VALUES ('26-000{number}', 'pa_form', 'empty', '{data}', \
                    '{original}', 1, 2, 1)"
            ),
        )?;
    }
    let store = SqliteStore::open(&file)?;
    assert_eq!(store.schema()?.pending, 9);
    assert_eq!(store.migrate()?, 9);
    assert_eq!(store.schema()?.pending, 0);
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move {
        let list = store.read(|rows| rows.list_applications(&ListFilter::default(), 9, 0));
        let (listed, total_count) = list.await.map_err(|error: StoreError| error)?;
        let names: Vec<_> = listed
            .iter()
            .flatten()
            .map(|summary| summary.name.as_deref())
            .collect();
        let expected = [None, None, None, None, Some("Chor \"Łódź\" ü")];
        assert_eq!((&names[..], total_count), (&expected[..], 5));
        Ok(())
    })
}

#[test]
fn applications_of_an_earlier_version_have_no_form_version_until_it_is_filled_in() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("app.db");
    migrate_to(&file, 3)?;
    let original = "0".repeat(32);
    let columns = "pa_id, form_type, status, data, original, created_at, updated_at, revision";
    let values = format!("'26-0001', 'pa_form', 'empty', '{{}}', '{original}', 1, 2, 7");
    meddle(
        &file,
        &format!("INSERT INTO applications ({columns}) VALUES ({values})"),
    )?;
    let store = SqliteStore::open(&file)?;
    store.migrate()?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move {
        let pa_id = domain::PaId::new(26, 1).ok_or("no number")?;
        let form_types = store.read(|rows| rows.list_form_types_without_package());
        let form_types = form_types.await.map_err(|error: StoreError| error)?;
        assert_eq!(form_types, ["pa_form"]);
        let find = |store: &Arc<dyn Store>| {
            let store = Arc::clone(store);
            async move { store.read(move |rows| rows.find_application(pa_id)).await }
        };
        let before = find(&store).await.map_err(|error: StoreError| error)?;
        let before = before.ok_or("not found")?;
        assert_eq!(before.form_version, None);
        let package = form_package(3);
        let version = package.summary.version;
        let fill = store.write(move |rows| {
            rows.add_form_package(&package)?;
            rows.fill_form_package("pa_form", &version.package, 9)
        });
        assert_eq!(fill.await.map_err(|error: StoreError| error)?, 1);
        let after = find(&store).await.map_err(|error: StoreError| error)?;
        let expected = domain::Application {
            form_version: Some(version),
            ..before
        };
        assert_eq!(after, Some(expected));
        Ok(())
    })
}

#[test]
fn applications_of_an_earlier_version_get_the_time_of_their_last_activity() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("app.db");
    migrate_to(&file, 4)?;
    meddle(&file, &earlier_rows::before_activity("zeroblob(32)"))?;
    let store = SqliteStore::open(&file)?;
    store.migrate()?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move { earlier_rows::assert_activity(&store).await })
}

#[test]
fn the_end_of_histories_of_an_earlier_version_is_noted() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("app.db");
    migrate_to(&file, 5)?;
    let ones = format!("x'{}'", "01".repeat(32));
    meddle(
        &file,
        &earlier_rows::before_history_end("zeroblob(32)", &ones),
    )?;
    let store = SqliteStore::open(&file)?;
    store.migrate()?;
    meddle(&file, "DELETE FROM history")?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move { earlier_rows::assert_history_end(&store).await })
}

#[test]
fn applications_of_an_earlier_version_are_counted() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("app.db");
    migrate_to(&file, 7)?;
    meddle(&file, &earlier_rows::before_counts())?;
    let store = SqliteStore::open(&file)?;
    store.migrate()?;
    let store: Arc<dyn Store> = Arc::new(store);
    testkit::run(async move { earlier_rows::assert_counts(&store).await })
}

fn migrate_to(file: &Path, count: usize) -> TestResult {
    let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
    for _ in 0..count {
        connection.run_next_migration(MIGRATIONS)?;
    }
    Ok(())
}

#[test]
fn every_migration_can_be_taken_back_and_made_again() -> TestResult {
    let fixture = fixture()?;
    let mut connection = SqliteConnection::establish(fixture.file.to_str().ok_or("no path")?)?;
    let made = connection.applied_migrations()?.len();
    assert_eq!(connection.revert_all_migrations(MIGRATIONS)?.len(), made);
    assert_eq!(connection.run_pending_migrations(MIGRATIONS)?.len(), made);
    testkit::run(async move {
        Sample::add_to(&fixture.store).await?;
        Ok(())
    })
}
