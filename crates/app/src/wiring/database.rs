//! Which adapter keeps the rows.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use ports::{Store, StoreError};
#[cfg(feature = "postgres")]
use store_postgres::{Address, PostgresStore};
use store_sqlite::SqliteStore;

use crate::failure::Failure;
use crate::settings::DatabasePlace;

/// The database, and how many migrations brought it up to date.
pub(crate) fn store(place: &DatabasePlace) -> Result<(Arc<dyn Store>, usize), Failure> {
    let (store, migrated): (Arc<dyn Store>, _) = match place {
        DatabasePlace::File(file) => in_file(file)?,
        #[cfg(feature = "postgres")]
        DatabasePlace::Server(url) => on_server(&url.0)?,
    };
    let steps = migrated.context("The database cannot be brought up to date")?;
    Ok((store, steps))
}

/// A store, and what came of bringing it up to date.
type Migrated = (Arc<dyn Store>, Result<usize, StoreError>);

fn in_file(file: &Path) -> Result<Migrated, Failure> {
    let store = SqliteStore::open(file).context("The database cannot be opened")?;
    let migrated = store.migrate();
    Ok((Arc::new(store), migrated))
}

#[cfg(feature = "postgres")]
fn on_server(url: &str) -> Result<Migrated, Failure> {
    let address = Address::parse(url)
        .map_err(|refused| Failure::Configuration(vec![format!("`database.url`: {refused}.")]))?;
    let store = PostgresStore::new(&address);
    let migrated = store.migrate();
    Ok((Arc::new(store), migrated))
}
