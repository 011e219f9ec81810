//! Which adapter keeps the rows.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use ports::{Store, StoreError};
#[cfg(feature = "postgres")]
use store_postgres::{Address, PostgresStore};
use store_sqlite::{LoadReader, SqliteStore};

use crate::settings::DatabasePlace;
use cli::CommandError;

const NOT_MIGRATED: &str = "The database cannot be brought up to date";

/// A store, and what came of asking for its migrations.
type Asked = (Arc<dyn Store>, Result<usize, StoreError>);

/// The database, and how many migrations brought it up to date.
pub(super) fn store(place: &DatabasePlace) -> Result<(Arc<dyn Store>, usize), CommandError> {
    let ((store, migrated), _) = migrated(place)?;
    let steps = migrated.context(NOT_MIGRATED)?;
    Ok((store, steps))
}

/// The database, up to date, and what tells how its connections are used.
pub(super) fn served(place: &DatabasePlace) -> Result<(Arc<dyn Store>, LoadReader), CommandError> {
    let ((store, migrated), load) = migrated(place)?;
    migrated.context(NOT_MIGRATED)?;
    Ok((store, load))
}

fn migrated(place: &DatabasePlace) -> Result<(Asked, LoadReader), CommandError> {
    Ok(match place {
        DatabasePlace::File(file) => {
            let store = in_file(file)?;
            let (migrated, load) = (store.migrate(), store.load_reader());
            ((Arc::new(store), migrated), load)
        }
        #[cfg(feature = "postgres")]
        DatabasePlace::Server(url) => {
            let store = on_server(&url.0)?;
            let (migrated, load) = (store.migrate(), store.load_reader());
            ((Arc::new(store), migrated), load)
        }
    })
}

/// The database as it is, and how many migrations would bring it up to date.
pub(super) fn unmigrated(place: &DatabasePlace) -> Result<Asked, CommandError> {
    match place {
        DatabasePlace::File(file) => {
            let store = in_file(file)?;
            let pending = store.pending_migrations();
            Ok((Arc::new(store), pending))
        }
        #[cfg(feature = "postgres")]
        DatabasePlace::Server(url) => {
            let store = on_server(&url.0)?;
            let pending = store.pending_migrations();
            Ok((Arc::new(store), pending))
        }
    }
}

fn in_file(file: &Path) -> Result<SqliteStore, CommandError> {
    Ok(SqliteStore::open(file).context("The database cannot be opened")?)
}

#[cfg(feature = "postgres")]
fn on_server(url: &str) -> Result<PostgresStore, CommandError> {
    let address = Address::parse(url).map_err(|refused| {
        CommandError::Configuration(vec![format!("`database.url`: {refused}.")])
    })?;
    Ok(PostgresStore::new(&address))
}
