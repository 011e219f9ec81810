//! Runs works: each waits for its turn, takes a connection and hops once to a blocking thread.

#[cfg(feature = "sqlite")]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use diesel::connection::AnsiTransactionManager;
use diesel::r2d2::{ConnectionManager, Pool, PooledConnection, R2D2Connection};
use diesel::result::QueryResult;
use ports::{AccessMode, PoolLoad, Store, StoreError, Work};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::away::Away;
use crate::errors::{is_gone, no_connection, store_error};
use crate::outcome::give_up;

/// A type of connection that runs works as transactions.
pub trait Transact:
    R2D2Connection<TransactionManager = AnsiTransactionManager> + Send + 'static
{
    /// The statements with which a transaction begins.
    fn begin_sql(access: AccessMode) -> &'static str;

    /// Runs the work in the transaction that was begun, and ends it. `Ok` means that what the work
    /// wanted has happened: kept and durable, or undone.
    fn transact(&mut self, access: AccessMode, work: Work) -> Result<(), StoreError>;

    /// Whether the database answers and has its tables. Ends the transaction that has begun.
    fn check(&mut self) -> Result<(), StoreError>;
}

/// How long a work waits for its turn, and for a connection on which a transaction can begin.
pub(crate) const WAIT_MAX: Duration = Duration::from_secs(10);

/// The port's store over a pool of connections.
pub struct DieselStore<C: Transact> {
    pool: Pool<ConnectionManager<C>>,
    connections_max: u32,
    connections: Arc<Semaphore>,
    writers: Arc<Semaphore>,
    away: Arc<Away>,
}

/// The right to use a connection, and to write. Given back when it is dropped.
pub(crate) type Turn = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

impl<C: Transact> DieselStore<C> {
    /// A store that uses every connection of the pool. Of those at most `writers_max` write at
    /// once; further writers wait in the order in which they came.
    pub fn new(pool: Pool<ConnectionManager<C>>, writers_max: usize) -> Self {
        Self::leaving(pool, 0, writers_max)
    }

    /// Like [`DieselStore::new`], but leaves `left` connections of the pool to others.
    pub(crate) fn leaving(pool: Pool<ConnectionManager<C>>, left: u32, writers_max: usize) -> Self {
        let connections_max = pool.max_size().saturating_sub(left);
        Self {
            pool,
            connections_max,
            connections: Arc::new(Semaphore::new(connections_max as usize)),
            writers: Arc::new(Semaphore::new(writers_max)),
            away: Arc::new(Away::default()),
        }
    }

    /// A connection, for what is done once at start. Blocks.
    pub fn connection(&self) -> Result<PooledConnection<ConnectionManager<C>>, StoreError> {
        self.pool.get().map_err(no_connection)
    }

    /// Runs what is no transaction on a connection that becomes free, off the request threads.
    #[cfg(feature = "sqlite")]
    pub(crate) async fn run_alone<T: Send + 'static>(
        &self,
        run: impl FnOnce(&mut C) -> QueryResult<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let pool = self.pool.clone();
        let ran = tokio::task::spawn_blocking(move || {
            let mut connection = pool.get().map_err(no_connection)?;
            run(&mut connection).map_err(store_error)
        });
        ran.await.unwrap_or_else(|_| Err(panicked()))
    }

    /// How the connections are used now.
    pub fn pool_load(&self) -> PoolLoad {
        let max = self.connections_max;
        let free = u32::try_from(self.connections.available_permits()).unwrap_or(max);
        PoolLoad {
            connections: self.pool.state().connections.into(),
            connections_max: self.pool.max_size().into(),
            used: max.saturating_sub(free).into(),
        }
    }

    /// Runs the work as [`Store::run`] does. `enter` is called first on the thread on which all of
    /// its statements are asked; what it gives is dropped there when the last one is answered.
    pub async fn run_entering<Entered>(
        &self,
        access: AccessMode,
        work: Work,
        enter: impl FnOnce() -> Entered + Send + 'static,
    ) -> Result<(), StoreError> {
        let run = move |connection: &mut C| connection.transact(access, work);
        self.with_connection(access, enter, run).await
    }

    async fn with_connection<Entered>(
        &self,
        access: AccessMode,
        enter: impl FnOnce() -> Entered + Send + 'static,
        work: impl FnOnce(&mut C) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let turn = self.turn_in_time(access).await?;
        let (pool, away) = (self.pool.clone(), Arc::clone(&self.away));
        let ran = tokio::task::spawn_blocking(move || {
            // Outlives the connection, so that whoever gets the turn next finds one in the pool;
            // and the caller, who may hang up.
            let _turn = turn;
            let _entered = enter();
            work(&mut *begun(&pool, access, || away.connected(&pool))?)
        });
        // The panic's message may hold anything, so it is not carried on.
        ran.await.unwrap_or_else(|_| Err(panicked()))
    }

    /// What a statement of its own finds: no transaction is begun and ended around it, which over a
    /// network are two answers more to wait for. A connection that turns out to be dead is left to
    /// the pool, and the next one tried. Blocks; whoever calls it has a [`Turn`].
    #[cfg(feature = "postgres")]
    pub(crate) fn find_alone<T>(
        &self,
        find: impl Fn(&mut C) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        let (until, mut left) = (Instant::now() + WAIT_MAX, self.pool.max_size());
        loop {
            let mut connection = self.away.connected(&self.pool)?;
            let error = match find(&mut connection) {
                Ok(found) => return Ok(found),
                Err(error) => error,
            };
            if !is_gone(&error) {
                return Err(store_error(error));
            }
            give_up(&mut *connection);
            if left == 0 || Instant::now() >= until {
                return Err(store_error(error));
            }
            left -= 1;
        }
    }

    /// What a statement of its own finds, on this thread; `None` where no connection is at hand, or
    /// it failed.
    #[cfg(feature = "sqlite")]
    pub(crate) fn find_here<T>(&self, find: impl FnOnce(&mut C) -> QueryResult<T>) -> Option<T> {
        let _turn = self.turn_now()?;
        find(&mut *self.pool.try_get()?).ok()
    }

    /// Runs a reading work on this thread. `Err` gives the work back if it would have to wait, or
    /// if no idle connection can begin a transaction: the caller then runs it on a path that waits
    /// and reports the error.
    #[cfg(feature = "sqlite")]
    pub(crate) fn run_here(&self, work: Work) -> Result<Result<(), StoreError>, Work> {
        let Some(turn) = self.turn_now() else {
            return Err(work);
        };
        let Some(mut connection) = self.pool.try_get() else {
            return Err(work);
        };
        let begin = C::begin_sql(AccessMode::Read);
        if AnsiTransactionManager::begin_transaction_sql(&mut *connection, begin).is_err() {
            give_up(&mut *connection);
            return Err(work);
        }
        // The connection goes with a panic of the work, whose turn outlives it.
        let ran = catch_unwind(AssertUnwindSafe(move || {
            let mut connection = connection;
            connection.transact(AccessMode::Read, work)
        }));
        drop(turn);
        Ok(ran.unwrap_or_else(|_| Err(panicked())))
    }

    /// A turn to read, if nobody has to be waited for.
    pub(crate) fn turn_now(&self) -> Option<Turn> {
        let connection = Arc::clone(&self.connections).try_acquire_owned();
        Some((connection.ok()?, None))
    }

    pub(crate) async fn turn_in_time(&self, access: AccessMode) -> Result<Turn, StoreError> {
        let turn = tokio::time::timeout(WAIT_MAX, self.turn(access)).await;
        turn.map_err(|_| StoreError::Unavailable("no connection became free in time".into()))?
    }

    /// Waits for a turn; for the right to write first, since a waiting writer must not keep a
    /// connection from the readers.
    async fn turn(&self, access: AccessMode) -> Result<Turn, StoreError> {
        let closed = |_| StoreError::Failed("the store is closed".into());
        let writing = match access {
            AccessMode::Read => None,
            AccessMode::Write => Some(
                Arc::clone(&self.writers)
                    .acquire_owned()
                    .await
                    .map_err(closed)?,
            ),
        };
        let connection = Arc::clone(&self.connections)
            .acquire_owned()
            .await
            .map_err(closed)?;
        Ok((connection, writing))
    }
}

#[async_trait]
impl<C: Transact> Store for DieselStore<C> {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        self.run_entering(access, work, || ()).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.with_connection(AccessMode::Read, || (), C::check)
            .await
    }

    /// `None`: only the adapter knows which disk it is.
    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
}

fn panicked() -> StoreError {
    StoreError::Failed("the work panicked".into())
}

/// A connection on which a transaction has begun.
///
/// Beginning is also what tests the connection, at no cost of its own: nothing was done yet, so one
/// that turns out to be dead (after a restart of the server all of them are) is left to the pool,
/// which throws it away, and the next one tried.
pub(crate) fn begun<C: Transact>(
    pool: &Pool<ConnectionManager<C>>,
    access: AccessMode,
    mut next: impl FnMut() -> Result<PooledConnection<ConnectionManager<C>>, StoreError>,
) -> Result<PooledConnection<ConnectionManager<C>>, StoreError> {
    let until = Instant::now() + WAIT_MAX;
    let mut left = pool.max_size();
    loop {
        let mut connection = next()?;
        let begun =
            AnsiTransactionManager::begin_transaction_sql(&mut *connection, C::begin_sql(access));
        let Err(error) = begun else {
            return Ok(connection);
        };
        // Of several statements the first ones may have worked.
        give_up(&mut *connection);
        if !is_gone(&error) || left == 0 || Instant::now() >= until {
            return Err(store_error(error));
        }
        left -= 1;
    }
}
