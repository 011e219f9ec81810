//! What is SQLite's own: files, locks, migrations, other processes, rows that make no sense.

mod corrupt_rows;
mod damage;
mod erasing;
mod files;
mod groups;
mod known_keys;
mod locks;
mod migrations;
mod replaced;
mod sharing;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};
use ports::{Database as _, Store};
use store_sqlite::SqliteStore;
use tempfile::TempDir;
use testkit::TestResult;

struct Fixture {
    store: Arc<dyn Store>,
    file: PathBuf,
    _directory: TempDir,
}

fn fixture() -> TestResult<Fixture> {
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
fn meddle(file: &Path, sql: &str) -> TestResult {
    let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
    // The store may be emptying its log.
    connection.batch_execute("PRAGMA busy_timeout = 60000")?;
    Ok(connection.batch_execute(sql)?)
}
