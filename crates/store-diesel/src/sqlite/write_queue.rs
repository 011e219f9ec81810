//! The queue of works that write, in the order in which they came; one thread at a time takes what
//! waits and commits it together.
//!
//! No work waits for others to come: the first one begins at once, and those that come meanwhile
//! are the next group.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diesel::SqliteConnection;
use diesel::connection::SimpleConnection as _;
use diesel::r2d2::{ConnectionManager, Pool, PooledConnection};
use ports::{AccessMode, StoreError, Work};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::{Instant, timeout_at};

use super::commit_group::{GroupBounds, QueuedWork, commit_together};
use super::erased_log::ErasedLog;
use crate::away::Away;
use crate::errors::{copies, store_error};
use crate::store::{WAIT_MAX, begun};

/// Most works in the queue; further ones wait for a place in it.
const WAITING_MAX: usize = 1024;

/// Keeps the journal of savepoints in memory, not in a temporary file outside the database's own
/// files.
const TUNING: &str = "PRAGMA temp_store = MEMORY";

type WritingConnection = PooledConnection<ConnectionManager<SqliteConnection>>;

/// The queue before the one connection that writes.
pub(super) struct WriteQueue {
    pool: Pool<ConnectionManager<SqliteConnection>>,
    /// Whether no connection was there when one was last asked for.
    away: Away,
    bounds: GroupBounds,
    log: ErasedLog,
    places: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
    /// The connection, kept between groups so that its page cache stays warm.
    connection: Mutex<Option<WritingConnection>>,
}

#[derive(Default)]
struct Waiting {
    works: VecDeque<WaitingWork>,
    next_number: u64,
    /// Whether a thread is taking them.
    is_served: bool,
}

struct WaitingWork {
    number: u64,
    queued: QueuedWork,
    _place: OwnedSemaphorePermit,
}

/// The thread that takes works: there is one at most, and none where nothing waits.
struct Server {
    queue: Arc<WriteQueue>,
    is_dismissed: bool,
}

impl WriteQueue {
    pub(super) fn new(
        pool: Pool<ConnectionManager<SqliteConnection>>,
        bounds: GroupBounds,
    ) -> Self {
        Self {
            pool,
            bounds,
            log: ErasedLog::default(),
            away: Away::default(),
            places: Arc::new(Semaphore::new(WAITING_MAX)),
            waiting: Mutex::default(),
            connection: Mutex::default(),
        }
    }

    /// Whether works are being run.
    pub(super) fn is_served(&self) -> bool {
        self.waiting().is_served
    }

    /// Runs the work after all those before it. When this is dropped, a work that has begun is
    /// finished, and one that waits is not begun.
    pub(super) async fn run(self: &Arc<Self>, work: Work) -> Result<(), StoreError> {
        let until = Instant::now() + WAIT_MAX;
        let too_late = || StoreError::Unavailable("writing did not become free in time".into());
        let place = timeout_at(until, Arc::clone(&self.places).acquire_owned())
            .await
            .map_err(|_| too_late())?
            .map_err(|_| StoreError::Failed("the store is closed".into()))?;
        let (answer, mut answered) = oneshot::channel();
        let number = self.add(QueuedWork { work, answer }, place);
        let answer = match timeout_at(until, &mut answered).await {
            Ok(answer) => answer,
            Err(_) if self.withdraw(number) => return Err(too_late()),
            // It has begun.
            Err(_) => answered.await,
        };
        answer.unwrap_or_else(|_| Err(StoreError::Failed("the work was dropped".into())))
    }

    fn add(self: &Arc<Self>, queued: QueuedWork, place: OwnedSemaphorePermit) -> u64 {
        let mut waiting = self.waiting();
        let number = waiting.next_number;
        waiting.next_number += 1;
        waiting.works.push_back(WaitingWork {
            number,
            queued,
            _place: place,
        });
        if !waiting.is_served {
            waiting.is_served = true;
            drop(waiting);
            let server = Server {
                queue: Arc::clone(self),
                is_dismissed: false,
            };
            tokio::task::spawn_blocking(move || server.serve());
        }
        number
    }

    /// Takes a work back. Answers whether it was still waiting.
    fn withdraw(&self, number: u64) -> bool {
        let mut waiting = self.waiting();
        let place = waiting
            .works
            .binary_search_by_key(&number, |work| work.number);
        place.is_ok_and(|place| waiting.works.remove(place).is_some())
    }

    fn next(&self) -> Option<QueuedWork> {
        self.waiting().works.pop_front().map(|work| work.queued)
    }

    /// The number that the next work will get, if any work is waiting. If none is, the thread ends.
    fn end_of_waiting(&self) -> Option<u64> {
        let mut waiting = self.waiting();
        waiting.is_served = !waiting.works.is_empty();
        waiting.is_served.then_some(waiting.next_number)
    }

    /// Answers all works with lower numbers than `end` with this error.
    fn refuse(&self, end: u64, error: StoreError) {
        let copy = copies(error);
        loop {
            let mut waiting = self.waiting();
            let is_meant = |work: &WaitingWork| work.number < end;
            if !waiting.works.front().is_some_and(is_meant) {
                return;
            }
            let refused = waiting.works.pop_front();
            drop(waiting);
            // Nobody may be there any more to hear it.
            let _ = refused.map(|work| work.queued.answer.send(Err(copy())));
        }
    }

    /// The connection that writes, on which a transaction has begun.
    fn begun(&self) -> Result<WritingConnection, StoreError> {
        begun(&self.pool, AccessMode::Write, || {
            if let Some(kept) = self.kept().take() {
                return Ok(kept);
            }
            let mut connection = self.away.connected(&self.pool)?;
            connection.batch_execute(TUNING).map_err(store_error)?;
            Ok(connection)
        })
    }

    fn kept(&self) -> MutexGuard<'_, Option<WritingConnection>> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    fn serve(mut self) {
        let queue = &self.queue;
        while let Some(end) = queue.end_of_waiting() {
            match queue.begun() {
                Ok(mut connection) => {
                    if commit_together(&mut connection, queue.bounds, &queue.log, || queue.next()) {
                        *queue.kept() = Some(connection);
                    }
                }
                Err(error) => queue.refuse(end, error),
            }
        }
        self.is_dismissed = true;
    }
}

impl Drop for Server {
    /// If it did not end as planned, drops the waiting works, which tells their callers.
    fn drop(&mut self) {
        if !self.is_dismissed {
            let mut waiting = self.queue.waiting();
            waiting.is_served = false;
            let dropped = std::mem::take(&mut waiting.works);
            drop(waiting);
            drop(dropped);
        }
    }
}
