//! Keys that are looked for at the same time, found by one statement.
//!
//! Over a network the way to the server and back is most of what a look-up costs, with the changes
//! of threads around it. No look-up waits for others to come: each of the first begins at once, and
//! those that come while these are under way are the next statement's.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use diesel::PgConnection;
use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::key::KeyLookup;
use ports::{AccessMode, FoundKey, StoreError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::spawn_blocking;
use tokio::time::{Duration, timeout};

use crate::errors::copies;
use crate::rows::{KeyRow, StampRow};
use crate::schema::{application_keys, applications};
use crate::store::{DieselStore, Turn, WAIT_MAX};

/// Most statements under way at once. More would find fewer keys each.
const SERVERS_MAX: usize = 2;

/// Most keys that one statement looks for.
const BATCH_MAX: usize = 64;

/// Most look-ups that wait; further ones wait for a place among them.
const WAITING_MAX: usize = 1024;

/// How long a look-up waits in all: for a turn, and as long again for what is under way.
const FIND_MAX: Duration = WAIT_MAX.saturating_mul(2);

type Found = Result<Option<FoundKey>, StoreError>;

/// The look-ups that wait, and those who answer them.
///
/// Only for connections whose every statement has a limit of time: those of a transaction do not
/// hold here.
pub struct KeyLookups {
    store: Arc<DieselStore<PgConnection>>,
    places: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    lookups: VecDeque<WaitingLookup>,
    /// How many servers take from them.
    servers: usize,
}

struct WaitingLookup {
    lookup: KeyLookup,
    answer: oneshot::Sender<Found>,
    _place: OwnedSemaphorePermit,
}

/// Answers look-ups until none waits.
struct Server {
    lookups: Arc<KeyLookups>,
    is_dismissed: bool,
}

impl KeyLookups {
    /// Look-ups on connections of this store.
    pub fn new(store: Arc<DieselStore<PgConnection>>) -> Self {
        Self {
            store,
            places: Arc::new(Semaphore::new(WAITING_MAX)),
            waiting: Mutex::default(),
        }
    }

    /// The key with this lookup id, as it is committed after this was called.
    pub async fn find(self: &Arc<Self>, lookup: KeyLookup) -> Found {
        let found = timeout(FIND_MAX, self.find_in_turn(lookup)).await;
        found.unwrap_or_else(|_| {
            Err(StoreError::Unavailable(
                "no key could be looked up in time".into(),
            ))
        })
    }

    async fn find_in_turn(self: &Arc<Self>, lookup: KeyLookup) -> Found {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|_| StoreError::Failed("the store is closed".into()))?;
        let (answer, answered) = oneshot::channel();
        self.add(WaitingLookup {
            lookup,
            answer,
            _place: place,
        });
        let dropped = |_| Err(StoreError::Failed("the look-up was dropped".into()));
        answered.await.unwrap_or_else(dropped)
    }

    fn add(self: &Arc<Self>, lookup: WaitingLookup) {
        let mut waiting = self.waiting();
        waiting.lookups.push_back(lookup);
        if waiting.servers < SERVERS_MAX {
            waiting.servers += 1;
            drop(waiting);
            let server = Server {
                lookups: Arc::clone(self),
                is_dismissed: false,
            };
            server.start();
        }
    }

    /// What waits, as much as one statement takes; if nothing does, the server is dismissed.
    fn next(&self) -> Option<Vec<WaitingLookup>> {
        let mut waiting = self.waiting();
        if waiting.lookups.is_empty() {
            waiting.servers -= 1;
            return None;
        }
        let count = waiting.lookups.len().min(BATCH_MAX);
        Some(waiting.lookups.drain(..count).collect())
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Server {
    /// Begins at once where a connection is free. Whoever asked may be gone before one is.
    fn start(self) {
        let store = Arc::clone(&self.lookups.store);
        if let Some(turn) = store.turn_now() {
            spawn_blocking(move || self.serve(turn));
            return;
        }
        tokio::spawn(async move {
            match store.turn_in_time(AccessMode::Read).await {
                Ok(turn) => drop(spawn_blocking(move || self.serve(turn))),
                Err(error) => self.refuse(error),
            }
        });
    }

    /// The turn outlives each connection, so that whoever gets it next finds one in the pool.
    fn serve(mut self, _turn: Turn) {
        while let Some(batch) = self.lookups.next() {
            answer(&self.lookups.store, batch);
        }
        self.is_dismissed = true;
    }

    fn refuse(mut self, error: StoreError) {
        let copy = copies(error);
        while let Some(batch) = self.lookups.next() {
            for lookup in batch {
                let _ = lookup.answer.send(Err(copy()));
            }
        }
        self.is_dismissed = true;
    }
}

impl Drop for Server {
    /// If it did not end as planned and no other is there, drops what waits, which tells those who
    /// asked.
    fn drop(&mut self) {
        if self.is_dismissed {
            return;
        }
        let mut waiting = self.lookups.waiting();
        waiting.servers -= 1;
        if waiting.servers == 0 {
            let dropped = std::mem::take(&mut waiting.lookups);
            drop(waiting);
            drop(dropped);
        }
    }
}

/// Nobody may be there any more to hear an answer.
fn answer(store: &DieselStore<PgConnection>, batch: Vec<WaitingLookup>) {
    let lookups: Vec<_> = batch
        .iter()
        .map(|waiting| waiting.lookup.as_str())
        .collect();
    match store.find_alone(|connection| find_keys(connection, &lookups)) {
        Ok(rows) => {
            for waiting in batch {
                let row = rows.iter().find(|(key, _)| key.is_of(&waiting.lookup));
                let found = row.cloned().map(KeyRow::into_found).transpose();
                let _ = waiting.answer.send(found);
            }
        }
        Err(error) => {
            let copy = copies(error);
            for waiting in batch {
                let _ = waiting.answer.send(Err(copy()));
            }
        }
    }
}

/// The rows of keys, with what tells the states of their applications. As one argument, so that
/// the statement is the same for any number of them.
fn find_keys(
    connection: &mut PgConnection,
    lookups: &[&str],
) -> QueryResult<Vec<(KeyRow, StampRow)>> {
    application_keys::table
        .inner_join(applications::table)
        .filter(application_keys::lookup.eq_any(lookups))
        .select((KeyRow::as_select(), StampRow::as_select()))
        .load(connection)
}
