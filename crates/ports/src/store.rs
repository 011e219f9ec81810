//! Where rows are kept: transactions over applications, their keys and the list of loose blobs.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use domain::application::Status;
use domain::key::{KeyDigest, KeyLookup};
use domain::{Application, BlobKey, Data, PaId, Revision, Timestamp};

use crate::Source;

/// What a unit of work wants from the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Only look-ups, on one consistent state.
    Read,
    /// Changes, all or none.
    Write,
}

/// Whether the work wants its changes kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Committed {
    /// Keep them.
    Yes,
    /// Undo them.
    No,
}

/// A unit of work. Synchronous on purpose: nothing can be awaited while a row is locked.
pub type Work = Box<dyn FnOnce(&mut dyn Transaction) -> Committed + Send>;

/// Runs units of work as transactions.
///
/// Guarantees: when `run` answers `Ok` and the work said [`Committed::Yes`], its changes survive `kill -9` and a power cut; in every
/// other case none of them is kept. Two writers of one application never interleave (see [`Transaction::lock`]).
#[async_trait]
pub trait Store: Send + Sync {
    /// Runs the work in one transaction, off the request threads.
    async fn run(&self, access: Access, work: Work) -> Result<(), StoreError>;

    /// Whether the database answers.
    async fn check(&self) -> Result<(), StoreError>;
}

/// What can be done inside a transaction.
pub trait Transaction {
    /// The next number of a year (0 to 99), counted up; it is taken only if this transaction commits. Waits for other takers. `None` when all
    /// 9999 are used up.
    fn next_pa_id(&mut self, year: u8) -> Result<Option<PaId>, StoreError>;

    /// Locks an application until the end of the transaction and counts its revision up. The new revision, or `None` if there is no such
    /// application. Every work that changes an application calls this first.
    fn lock(&mut self, pa_id: PaId) -> Result<Option<Revision>, StoreError>;

    /// Adds an application with the digest of its key. The id must come from [`Transaction::next_pa_id`] in this transaction.
    fn add_application(
        &mut self,
        application: &Application,
        key: &StoredKey,
    ) -> Result<(), StoreError>;

    /// The application, if there is one.
    fn find_application(&mut self, pa_id: PaId) -> Result<Option<Application>, StoreError>;

    /// Replaces data and status of a locked application.
    fn save_data(
        &mut self,
        pa_id: PaId,
        data: &Data,
        status: Status,
        updated_at: Timestamp,
    ) -> Result<(), StoreError>;

    /// Removes a locked application and everything of it. Its blobs must be listed as loose by the caller.
    fn remove_application(&mut self, pa_id: PaId) -> Result<(), StoreError>;

    /// The application key with this public lookup id, if there is one.
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<StoredKey>, StoreError>;

    /// Notes a blob as referenced by no row.
    fn add_loose_blob(&mut self, key: &BlobKey, since: Timestamp) -> Result<(), StoreError>;

    /// Takes a blob off the list: it is referenced by a row now, or gone. Whether it was listed.
    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError>;

    /// Loose blobs listed at or before a time, oldest first, at most `count_max`.
    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError>;
}

/// What is stored of an application key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The application it belongs to.
    pub pa_id: PaId,
    /// The public part by which it is found.
    pub lookup: KeyLookup,
    /// SHA-256 of the whole key.
    pub digest: KeyDigest,
}

/// What went wrong in the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached, is busy or full; try again later.
    #[error("the database is unavailable")]
    Unavailable(#[source] Source),
    /// A constraint refused the change.
    #[error("the change conflicts with what is stored")]
    Conflict(#[source] Source),
    /// A stored row makes no sense.
    #[error("corrupt row in {table}.{column}: {row}")]
    Corrupt {
        /// Its table.
        table: &'static str,
        /// Its column.
        column: &'static str,
        /// Its primary key.
        row: String,
    },
    /// Anything else.
    #[error("the database failed")]
    Failed(#[source] Source),
}

impl dyn Store {
    /// Runs look-ups on one consistent state.
    pub async fn read<T, E>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.answer(Access::Read, work).await
    }

    /// Runs changes: `Ok` commits, `Err` undoes them.
    pub async fn write<T, E>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        self.answer(Access::Write, work).await
    }

    async fn answer<T, E>(
        &self,
        access: Access,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        let answer = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&answer);
        let work: Work = Box::new(move |transaction| {
            let result = work(transaction);
            let committed = if result.is_ok() {
                Committed::Yes
            } else {
                Committed::No
            };
            if let Ok(mut slot) = slot.lock() {
                *slot = Some(result);
            }
            committed
        });
        let ran = self.run(access, work).await;
        let result = answer.lock().ok().and_then(|mut slot| slot.take());
        match (ran, result) {
            (Ok(()), Some(result)) => result,
            (Err(_), Some(Err(refused))) => Err(refused),
            (Err(error), _) => Err(error.into()),
            (Ok(()), None) => Err(StoreError::Failed("the store ran no work".into()).into()),
        }
    }
}
