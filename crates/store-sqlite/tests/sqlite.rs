//! What is SQLite's own: files, migrations, other processes, rows that make no sense.

use std::error::Error;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use domain::{Data, Value};
use ports::{Store, StoreError, Transaction};
use store_sqlite::SqliteStore;
use tempfile::TempDir;
use testkit::store_suite::Sample;
use testkit::{Checked, Fallible};

struct Fixture {
    store: Arc<dyn Store>,
    file: PathBuf,
    _directory: TempDir,
}

fn fixture() -> Fallible<Fixture> {
    let directory = tempfile::tempdir()?;
    let file = directory.path().join("new/data/app.db");
    let store = SqliteStore::open(&file)?;
    store.migrate()?;
    Ok(Fixture {
        store: Arc::new(store),
        file,
        _directory: directory,
    })
}

/// Another program's hand on the file.
fn meddle(file: &Path, sql: &str) -> Checked {
    let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
    Ok(connection.batch_execute(sql)?)
}

/// Whether the database or its log holds the text anywhere.
fn is_in_the_files(fixture: &Fixture, text: &str) -> Fallible<bool> {
    let mut found = false;
    for name in ["app.db", "app.db-wal"] {
        let bytes = std::fs::read(fixture.file.with_file_name(name))?;
        found |= bytes
            .windows(text.len())
            .any(|window| window == text.as_bytes());
    }
    Ok(found)
}

fn mode(path: &Path) -> std::io::Result<u32> {
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o777)
}

#[test]
fn the_files_are_readable_by_their_owner_only() -> Checked {
    let fixture = fixture()?;
    let directory = fixture.file.parent().ok_or("no parent")?;
    assert_eq!(mode(directory)?, 0o700);
    assert_eq!(mode(directory.parent().ok_or("no parent")?)?, 0o700);
    for name in ["app.db", "app.db-wal", "app.db-shm"] {
        assert_eq!(mode(&directory.join(name))?, 0o600, "{name}");
    }
    Ok(())
}

#[test]
fn migrating_again_changes_nothing() -> Checked {
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
fn stores_that_start_together_migrate_once() -> Checked {
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
    assert_eq!(steps, [0, 0, 0, 2]);
    Ok(())
}

#[test]
fn a_store_without_tables_says_that_it_does_not_answer() -> Checked {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(&directory.path().join("app.db"))?;
    testkit::run(async move {
        assert!(store.check().await.is_err());
        Ok(())
    })
}

#[test]
fn two_stores_on_one_file_take_turns_also_where_a_work_looks_before_it_writes() -> Checked {
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
fn a_database_that_someone_else_locks_is_unavailable() -> Checked {
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

#[test]
fn a_row_that_makes_no_sense_is_named() -> Checked {
    for (column, sql) in [
        ("status", "UPDATE applications SET status = 'odd'"),
        ("data", "UPDATE applications SET data = '[1]'"),
        ("data", "UPDATE applications SET data = '{'"),
        ("original", "UPDATE applications SET original = '../x'"),
        (
            "created_at",
            "UPDATE applications SET created_at = 9223372036854775807",
        ),
        (
            "updated_at",
            "UPDATE applications SET updated_at = -9223372036854775807",
        ),
    ] {
        let fixture = fixture()?;
        testkit::run(async move {
            let pa_id = Sample::add_to(&fixture.store).await?.application.pa_id;
            meddle(&fixture.file, sql)?;
            let found = fixture
                .store
                .read(move |rows| rows.find_application(pa_id))
                .await;
            let Err(error) = found else {
                return Err(format!("{sql}: {found:?}").into());
            };
            assert_eq!(
                error.to_string(),
                format!("corrupt row in applications.{column}: 26-0001")
            );
            Ok(())
        })?;
    }
    Ok(())
}

#[test]
fn nothing_of_a_removed_application_is_left_in_the_files() -> Checked {
    let fixture = fixture()?;
    testkit::run(async move {
        let application = Sample::add_to(&fixture.store).await?.application;
        let (pa_id, status, now) = (
            application.pa_id,
            application.status,
            application.updated_at,
        );
        for word in ["Marginalie", "Palimpsest"] {
            let text = Value::Text(word.repeat(2_000));
            let data = Data::from_checked([("name".to_owned(), text)].into_iter().collect());
            let save = move |rows: &mut dyn Transaction| {
                rows.lock(pa_id)?;
                rows.save_data(pa_id, &data, status, now)
            };
            fixture.store.write::<_, StoreError>(save).await?;
        }
        assert!(is_in_the_files(&fixture, "Palimpsest")?);
        let remove = move |rows: &mut dyn Transaction| {
            rows.lock(pa_id)?;
            rows.remove_application(pa_id)
        };
        fixture.store.write::<_, StoreError>(remove).await?;
        for word in ["Marginalie", "Palimpsest", &pa_id.to_string()] {
            assert!(!is_in_the_files(&fixture, word)?, "{word}");
        }
        Ok(())
    })
}

#[test]
fn no_error_of_opening_shows_the_path() -> Checked {
    let directory = tempfile::tempdir()?;
    let blocked = directory.path().join("secret-name");
    std::fs::write(&blocked, b"a file, no directory")?;
    std::fs::create_dir(directory.path().join("secret-directory"))?;
    for file in [
        blocked.join("app.db"),
        directory.path().join("secret-directory"),
    ] {
        let Err(error) = SqliteStore::open(&file) else {
            return Err("it opened".into());
        };
        let mut shown = format!("{error} {error:?}");
        let mut cause = error.source();
        while let Some(error) = cause {
            shown += &format!(" {error} {error:?}");
            cause = error.source();
        }
        assert!(!shown.contains("secret"), "{shown}");
    }
    Ok(())
}
