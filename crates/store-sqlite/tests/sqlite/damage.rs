//! A file that SQLite cannot read as one of its own is damaged, not away: no later try helps.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ports::{AccessMode, Database as _, ListFilter, Store, StoreError, Work, WorkOutcome};
use store_sqlite::SqliteStore;
use testkit::TestResult;
use testkit::store_suite::Sample;

use crate::meddle;

const PAGE: usize = 4096;

/// A closed file with an application, whose pages that hold this text were overwritten.
fn damaged_at(directory: &Path, text: &str) -> TestResult<PathBuf> {
    let file = directory.join("app.db");
    let store: Arc<SqliteStore> = Arc::new(SqliteStore::open(&file)?);
    store.migrate()?;
    let rows: Arc<dyn Store> = store.clone();
    testkit::run(async move {
        Sample::add_to(&rows).await?;
        Ok(())
    })?;
    drop(store);
    // Whatever the log still had would mend it.
    meddle(&file, "PRAGMA wal_checkpoint(TRUNCATE)")?;
    let mut bytes = fs::read(&file)?;
    for page in bytes.chunks_mut(PAGE) {
        if String::from_utf8_lossy(page).contains(text) {
            page.fill(0xab);
        }
    }
    fs::write(&file, bytes)?;
    Ok(file)
}

#[test]
fn a_malformed_file_says_what_to_do_also_where_the_work_keeps_it_to_itself() -> TestResult {
    let directory = tempfile::tempdir()?;
    // The pages with the tables' names are whole, so it can be opened.
    let file = damaged_at(directory.path(), "26-0001")?;
    testkit::run(async move {
        let store = SqliteStore::open(&file)?;
        let work: Work = Box::new(|rows| {
            let _ = rows.list_applications(&ListFilter::default(), 9, 0);
            WorkOutcome::RollBack
        });
        let read = store.run(AccessMode::Read, work).await;
        assert!(matches!(read, Err(StoreError::Damaged(_))), "{read:?}");
        let said = read.map_err(|error| error.to_string());
        assert!(said.is_err_and(|said| said.contains("restore a backup")));
        Ok(())
    })
}

#[test]
fn a_file_that_is_no_database_is_damaged_when_it_is_opened() -> TestResult {
    let directory = tempfile::tempdir()?;
    let file = damaged_at(directory.path(), "")?;
    let opened = SqliteStore::open(&file).map(drop);
    assert!(matches!(opened, Err(StoreError::Damaged(_))), "{opened:?}");
    Ok(())
}
