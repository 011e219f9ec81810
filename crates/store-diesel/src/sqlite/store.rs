//! A store with parallel readers and one writer that commits waiting works together.

use std::sync::Arc;

use async_trait::async_trait;
use diesel::connection::SimpleConnection as _;
use diesel::r2d2::{ConnectionManager, Pool, PooledConnection};
use diesel::result::QueryResult;
use diesel::sql_types::Integer;
use diesel::{QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query};
use domain::key::KeyLookup;
use ports::{AccessMode, FoundKey, PoolLoad, Store, StoreError, Work};

use super::commit_group::GroupBounds;
use super::erased_log::{PATIENCE_MS, empty_log, empty_log_in_time};
use super::transaction::keys::find_key;
use super::write_queue::WriteQueue;
use crate::errors::store_error;
use crate::rows::KeyRow;
use crate::store::DieselStore;

/// One connection of the pool is the writers'.
const WRITERS_MAX: u32 = 1;

#[derive(QueryableByName)]
struct Mark {
    #[diesel(sql_type = Integer)]
    mark: i32,
}

/// The port's store over a pool of connections to one file, which commits works together that wait
/// at the same time.
pub struct GroupingStore {
    readers: DieselStore<SqliteConnection>,
    writers: Arc<WriteQueue>,
}

impl GroupingStore {
    /// A store that uses every connection of the pool.
    pub fn new(pool: Pool<ConnectionManager<SqliteConnection>>, bounds: GroupBounds) -> Self {
        Self {
            writers: Arc::new(WriteQueue::new(pool.clone(), bounds)),
            readers: DieselStore::leaving(pool, WRITERS_MAX, 1),
        }
    }

    /// A connection, for what is done once at start. Blocks.
    pub fn connection(
        &self,
    ) -> Result<PooledConnection<ConnectionManager<SqliteConnection>>, StoreError> {
        self.readers.connection()
    }

    /// A number by chance as the database's `user_version`; `None` where it is in the log only,
    /// since others read. Blocks.
    pub fn mark(&self) -> Result<Option<u32>, StoreError> {
        let connection = &mut *self.connection()?;
        let marked = new_mark(connection).map_err(store_error)?;
        let is_in_file = empty_log(connection, PATIENCE_MS).map_err(store_error)?;
        Ok(is_in_file.then_some(marked))
    }

    /// Takes the log into the database file, by the descriptors that are open, whatever their names
    /// lead to meanwhile. Answers whether all of it was: others who read may stand in the way.
    pub async fn take_in_log(&self) -> Result<bool, StoreError> {
        self.readers.run_alone(empty_log_in_time).await
    }

    /// How the connections are used now.
    pub fn pool_load(&self) -> PoolLoad {
        let load = self.readers.pool_load();
        PoolLoad {
            used: load.used + u64::from(self.writers.is_served()),
            ..load
        }
    }
}

#[async_trait]
impl Store for GroupingStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        match access {
            AccessMode::Read => self.readers.run(access, work).await,
            AccessMode::Write => self.writers.run(work).await,
        }
    }

    async fn run_short(&self, work: Work) -> Result<(), StoreError> {
        match self.readers.run_here(work) {
            Ok(ran) => ran,
            Err(work) => self.readers.run(AccessMode::Read, work).await,
        }
    }

    async fn find_key(&self, lookup: KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        let find = |connection: &mut _| find_key(connection, &lookup);
        if let Some(found) = self.readers.find_here(find) {
            return found.map(KeyRow::into_found).transpose();
        }
        let store: &dyn Store = self;
        store.look_up(move |rows| rows.find_key(&lookup)).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.readers.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        self.readers.free_bytes().await
    }
}

/// Sets another one, which is not 0: that is what a database has which was never marked.
fn new_mark(connection: &mut SqliteConnection) -> QueryResult<u32> {
    let chosen = sql_query("SELECT 1 + abs(random() % 2147483646) AS mark");
    let Mark { mark } = chosen.get_result(connection)?;
    connection.batch_execute(&format!("PRAGMA user_version = {mark}"))?;
    Ok(mark.unsigned_abs())
}
