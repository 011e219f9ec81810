//! The suite that every store passes, on SQLite.

use std::sync::Arc;

use ports::{Database as _, Store};
use store_sqlite::SqliteStore;
use tempfile::TempDir;
use testkit::TestResult;

fn make_store() -> TestResult<(Arc<dyn Store>, TempDir)> {
    let directory = tempfile::tempdir()?;
    let store = SqliteStore::open(&directory.path().join("data/app.db"))?;
    store.migrate()?;
    Ok((Arc::new(store), directory))
}

testkit::store_conformance!(make_store);
