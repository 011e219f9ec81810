//! Running works: a turn, a connection, one hop to a blocking thread.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use diesel::r2d2::{ConnectionManager, Pool, R2D2Connection};
use ports::{Access, Store, StoreError, Work};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A connection that runs works as transactions.
pub trait Transact: R2D2Connection + Send + 'static {
    /// Runs the work in one transaction. `Ok` means that what it wanted has happened: kept and durable, or undone.
    fn transact(&mut self, access: Access, work: Work) -> Result<(), StoreError>;

    /// Whether the database answers and has its tables.
    fn check(&mut self) -> Result<(), StoreError>;
}

/// How long a work waits for its turn.
const WAIT_MAX: Duration = Duration::from_secs(10);

/// The port's store over a pool of connections.
pub struct DieselStore<C: Transact> {
    pool: Pool<ConnectionManager<C>>,
    connections: Arc<Semaphore>,
    writers: Arc<Semaphore>,
}

/// The right to use a connection, and to write. Given back when it is dropped.
type Turn = (OwnedSemaphorePermit, Option<OwnedSemaphorePermit>);

impl<C: Transact> DieselStore<C> {
    /// A store that uses every connection of the pool. Of those at most `writers_max` write at once; further writers wait in the order in
    /// which they came.
    pub fn new(pool: Pool<ConnectionManager<C>>, writers_max: usize) -> Self {
        let connections_max = usize::try_from(pool.max_size()).unwrap_or(Semaphore::MAX_PERMITS);
        Self {
            pool,
            connections: Arc::new(Semaphore::new(connections_max)),
            writers: Arc::new(Semaphore::new(writers_max)),
        }
    }

    /// The pool, for what is done once at start.
    pub fn pool(&self) -> &Pool<ConnectionManager<C>> {
        &self.pool
    }

    async fn with_connection(
        &self,
        access: Access,
        work: impl FnOnce(&mut C) -> Result<(), StoreError> + Send + 'static,
    ) -> Result<(), StoreError> {
        let turn = tokio::time::timeout(WAIT_MAX, self.turn(access))
            .await
            .map_err(|_| StoreError::Unavailable("no connection became free in time".into()))??;
        let pool = self.pool.clone();
        let ran = tokio::task::spawn_blocking(move || {
            // Outlives the connection, so that whoever gets the turn next finds one in the pool; and the caller, who may hang up.
            let _turn = turn;
            let mut connection = pool
                .get()
                .map_err(|error| StoreError::Unavailable(error.into()))?;
            work(&mut connection)
        });
        // The panic's message may hold anything, so it is not carried on.
        ran.await
            .unwrap_or_else(|_| Err(StoreError::Failed("the work panicked".into())))
    }

    /// The writer's turn first: who waits for it must not keep a connection from the readers.
    async fn turn(&self, access: Access) -> Result<Turn, StoreError> {
        let closed = |_| StoreError::Failed("the store is closed".into());
        let writing = match access {
            Access::Read => None,
            Access::Write => Some(
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
    async fn run(&self, access: Access, work: Work) -> Result<(), StoreError> {
        self.with_connection(access, move |connection| connection.transact(access, work))
            .await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.with_connection(Access::Read, C::check).await
    }
}
