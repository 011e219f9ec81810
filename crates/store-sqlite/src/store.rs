//! Opening and migrating the file, and the port.

use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use diesel::SqliteConnection;
use diesel::r2d2::{Builder, ConnectionManager, NopErrorHandler, Pool};
use diesel::result::Error;
use diesel::sqlite::Sqlite;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness as _, embed_migrations};
use ports::{
    AccessMode, Database, FoundKey, KeyLookup, PoolLoad, SchemaReport, Store, StoreError, Work,
};
use rustix::fs::statvfs;
use store_diesel::sqlite::{GroupBounds, GroupingStore};
use store_diesel::{known_versions, no_connection, schema_report, store_error};
use tokio::task::spawn_blocking;

use crate::connection::{TuneSqlite, url_of_existing};
use crate::file;
use crate::known_keys::KnownKeys;
use crate::opened_files::OpenedFiles;
use crate::room::opening_error;
use crate::wal_index::{CommittedState, WalIndex};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// One writer, and readers beside it. A look-up takes microseconds, so more would only wait for the
/// disk together.
const CONNECTIONS_MAX: u32 = 8;
/// How long to try when the file cannot be opened.
const CONNECT_WAIT_MAX: Duration = Duration::from_secs(5);

/// The port's store in one SQLite file.
pub struct SqliteStore {
    rows: GroupingStore,
    files: Arc<OpenedFiles>,
    /// Without it each key is looked up in the file.
    wal_index: Option<WalIndex>,
    known_keys: KnownKeys,
}

impl SqliteStore {
    /// Opens the file; makes it and its directory if they are not there. Blocks. The tables are
    /// [`Database::migrate`]'s to make.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let path = file::prepare(path).map_err(|error| StoreError::Unavailable(error.into()))?;
        let name = path
            .to_str()
            .ok_or_else(|| StoreError::Failed("the path of the database is not UTF-8".into()))?;
        let known_files = Arc::new(OnceLock::new());
        let pool = pool()
            .connection_customizer(Box::new(TuneSqlite {
                files: Arc::clone(&known_files),
            }))
            .build(ConnectionManager::new(url_of_existing(name)))
            .map_err(|error| opening_error(no_connection(error), &path))?;
        let wal_index = WalIndex::open(&path);
        let files =
            OpenedFiles::of(&path).map_err(|error| StoreError::Unavailable(error.into()))?;
        let files = Arc::clone(known_files.get_or_init(|| Arc::new(files)));
        Ok(Self {
            rows: GroupingStore::new(pool, GroupBounds::default()),
            files,
            wal_index,
            known_keys: KnownKeys::default(),
        })
    }

    fn committed(&self) -> Option<CommittedState> {
        self.wal_index.as_ref()?.state()
    }
}

/// Connections that are all made at the start and kept: what is opened later may be another file.
fn pool() -> Builder<ConnectionManager<SqliteConnection>> {
    Pool::builder()
        .max_size(CONNECTIONS_MAX)
        .connection_timeout(CONNECT_WAIT_MAX)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_on_check_out(false)
        // The errors reach the caller as well; there is no second place to write them.
        .error_handler(Box::new(NopErrorHandler))
}

impl Database for SqliteStore {
    fn migrate(&self) -> Result<usize, StoreError> {
        self.rows
            .connection()?
            .immediate_transaction(|connection| {
                connection
                    .run_pending_migrations(MIGRATIONS)
                    .map(|steps| steps.len())
                    .map_err(Error::QueryBuilderError)
            })
            .map_err(store_error)
    }

    fn schema(&self) -> Result<SchemaReport, StoreError> {
        let applied = self.rows.connection()?.applied_migrations();
        let applied = applied.map_err(|error| store_error(Error::QueryBuilderError(error)))?;
        let known = known_versions::<Sqlite>(&MIGRATIONS).map_err(store_error)?;
        Ok(schema_report(&known, &applied))
    }

    fn mark(&self) -> Result<Option<u32>, StoreError> {
        self.rows.mark()
    }

    fn pool_load(&self) -> Option<PoolLoad> {
        Some(self.rows.pool_load())
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        if access == AccessMode::Read {
            return self.rows.run(access, work).await;
        }
        // Before it: what comes from the log may make a file that was cut as large as it was.
        self.files.see_in_place()?;
        self.rows.run(access, work).await?;
        // After the commit: what is in the file that lies there then is what will be found.
        self.files.see_in_place()
    }

    async fn run_short(&self, work: Work) -> Result<(), StoreError> {
        self.rows.run_short(work).await
    }

    async fn find_key(&self, lookup: KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        let before = self.committed();
        let known = before.and_then(|state| self.known_keys.find(state, &lookup));
        if known.is_some() {
            return Ok(known);
        }
        let found = self.rows.find_key(lookup).await?;
        // With a commit meanwhile nobody can tell which of both states it was found in.
        if let (Some(state), Some(found)) = (before.filter(|_| before == self.committed()), &found)
        {
            self.known_keys.add(state, found);
        }
        Ok(found)
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.files.see_in_place()?;
        self.rows.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        let file = self.files.database().to_owned();
        let asked = spawn_blocking(move || statvfs(&file)).await;
        let free = asked.map_err(|error| StoreError::Failed(error.into()))?;
        let free = free.map_err(|error| StoreError::Unavailable(error.into()))?;
        Ok(Some(free.f_bavail.saturating_mul(free.f_frsize)))
    }

    /// The last connection that is closed does the same, but nobody waits for the threads that have
    /// one. Of a database that was moved or removed the log stays, as SQLite leaves it.
    async fn close(&self) -> Result<(), StoreError> {
        if !self.files.is_database_in_place() || self.rows.take_in_log().await? {
            return Ok(());
        }
        Err(StoreError::Unavailable("others read from it".into()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, OnceLock};

    use diesel::r2d2::ConnectionManager;

    use super::{TuneSqlite, pool, url_of_existing};

    #[test]
    fn no_connection_is_ever_replaced_for_its_age() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let url = url_of_existing(file.path().to_str().unwrap());
        let files = Arc::new(OnceLock::new());
        let pool = pool().connection_customizer(Box::new(TuneSqlite { files }));
        let pool = pool.build(ConnectionManager::new(url)).unwrap();
        assert_eq!((pool.max_lifetime(), pool.idle_timeout()), (None, None));
        assert_eq!(pool.state().connections, pool.max_size());
    }
}
