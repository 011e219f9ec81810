//! Where rows are kept: transactions over applications and what belongs to them.
//!
//! [`Store`] runs works, [`Transaction`] is what a work holds in its hand. Its methods stand in one
//! trait for each resource; all of them can be called on `&mut dyn Transaction`. To add a resource:
//! a trait in a module of its own, a supertrait here, its rows in `store-diesel` and in `testkit`'s
//! memory store, its checks in `testkit::store_suite`.

mod application_stamp;
mod applications;
mod archive;
mod attachments;
mod blobs;
mod cleared_costs;
mod cost_positions;
mod counts;
mod database;
mod error;
mod form_packages;
mod history;
mod keys;
mod listing;
mod replays;

use std::sync::{Arc, Mutex};

use async_trait::async_trait;

// Adapters hand it on and need nothing else of the domain.
pub use domain::key::KeyLookup;

pub use application_stamp::ApplicationStamp;
pub use applications::ApplicationRows;
pub use archive::{ArchiveRows, Counters};
pub use attachments::AttachmentRows;
pub use blobs::{BlobRows, BlobStatus};
pub use cleared_costs::ClearedCostRows;
pub use cost_positions::CostPositionRows;
pub use counts::{CountRows, Miscount};
pub use database::{Database, PoolLoad, SchemaReport};
pub use error::StoreError;
pub use form_packages::{FormPackageCount, FormPackageRows, FormPackageSummary, StoredFormPackage};
pub use history::HistoryRows;
pub use keys::{FoundKey, KeyRows, StoredKey};
pub use listing::{ApplicationSummary, ListFilter, ListOrder, ListPlace, ListedRow};
pub use replays::{Replay, ReplayRows};

/// What a unit of work wants from the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccessMode {
    /// Only look-ups, on one consistent state.
    Read,
    /// Changes, all or none.
    Write,
}

/// What a unit of work wants done with its changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WorkOutcome {
    /// Keep them.
    Commit,
    /// Undo them.
    RollBack,
}

/// A unit of work. Synchronous on purpose: nothing can be awaited while a row is locked.
pub type Work = Box<dyn FnOnce(&mut dyn Transaction) -> WorkOutcome + Send>;

/// Runs units of work as transactions.
///
/// Guarantees: when `run` answers `Ok` and the work said [`WorkOutcome::Commit`], its changes
/// survive `kill -9` and a power cut. When the work said [`WorkOutcome::RollBack`], or a step of it
/// failed, none of them is kept. There is a third way to end: the connection breaks while the
/// database commits. Then `run` answers [`StoreError::Unavailable`], and all of the changes are
/// kept or none, nobody knows which. So whoever stored bytes for a row leaves them where they are
/// after an error of the store; if there is no row, the sweeper finds them.
///
/// A work runs at most once, and is run again by nobody. Two writers of one application never
/// interleave (see [`ApplicationRows::lock`]).
#[async_trait]
pub trait Store: Send + Sync {
    /// Runs the work in one transaction, off the request threads.
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError>;

    /// Runs a work that looks up a few rows by their keys: as [`Store::run`] does for
    /// [`AccessMode::Read`], or on the thread of the caller where that takes no longer than handing
    /// it to another.
    async fn run_short(&self, work: Work) -> Result<(), StoreError> {
        self.run(AccessMode::Read, work).await
    }

    /// The application key with this lookup id, and which state its application is in: from one
    /// look at what is committed when it begins. Nothing that is looked up later need be of the
    /// same state, so an adapter may do without a transaction.
    async fn find_key(&self, lookup: KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        let find = move |rows: &mut dyn Transaction| rows.find_key(&lookup);
        answer(find, |work| self.run_short(work)).await
    }

    /// Whether the database answers.
    async fn check(&self) -> Result<(), StoreError>;

    /// How many bytes are free where the rows are kept; `None` where nobody can know.
    async fn free_bytes(&self) -> Result<Option<u64>, StoreError>;

    /// Called once, at the end of a service that answers no more: what was committed is then where
    /// it is found without what this store holds open.
    async fn close(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

/// What can be done inside a transaction: the rows of every resource.
///
/// Rules for every method of these traits, beside its own:
/// - After a step that failed every further step fails too, and nothing of the transaction is kept,
///   whatever the work says. A look-up that finds nothing has not failed.
/// - Under [`AccessMode::Read`] every change is refused with [`StoreError::Failed`].
/// - What changes an application or anything that belongs to it needs the application's lock, from
///   [`ApplicationRows::lock`] or [`ApplicationRows::add_application`] in the same transaction;
///   without it the step is refused with [`StoreError::Failed`]. Forgetting replays by their scope
///   or their time, [`FormPackageRows::fill_form_package`] and
///   [`CountRows::recount_applications`] are the exceptions.
/// - What must be unique and is there already, and a reference to what is not there, is
///   [`StoreError::Conflict`].
/// - A row that makes no sense is [`StoreError::Corrupt`]; it is never passed over, unless the
///   method says so.
pub trait Transaction:
    ApplicationRows
    + ArchiveRows
    + AttachmentRows
    + BlobRows
    + ClearedCostRows
    + CostPositionRows
    + CountRows
    + FormPackageRows
    + HistoryRows
    + KeyRows
    + ReplayRows
{
}

impl<Rows> Transaction for Rows where
    Rows: ApplicationRows
        + ArchiveRows
        + AttachmentRows
        + BlobRows
        + ClearedCostRows
        + CostPositionRows
        + CountRows
        + FormPackageRows
        + HistoryRows
        + KeyRows
        + ReplayRows
{
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
        answer(work, |work| self.run(AccessMode::Read, work)).await
    }

    /// The same for a few rows that are found by their keys ([`Store::run_short`]).
    pub async fn look_up<T, E>(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
    {
        answer(work, |work| self.run_short(work)).await
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
        answer(work, |work| self.run(AccessMode::Write, work)).await
    }
}

/// What a work gives that is run this way.
async fn answer<T, E, Run: Future<Output = Result<(), StoreError>>>(
    work: impl FnOnce(&mut dyn Transaction) -> Result<T, E> + Send + 'static,
    run: impl FnOnce(Work) -> Run,
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
            WorkOutcome::Commit
        } else {
            WorkOutcome::RollBack
        };
        if let Ok(mut slot) = slot.lock() {
            *slot = Some(result);
        }
        committed
    });
    let ran = run(work).await;
    let result = answer.lock().ok().and_then(|mut slot| slot.take());
    match (ran, result) {
        (Ok(()), Some(result)) => result,
        // It judged by what was not kept.
        (Err(error @ (StoreError::Undone(_) | StoreError::Full(_))), _) => Err(error.into()),
        (Err(_), Some(Err(refused))) => Err(refused),
        (Err(error), _) => Err(error.into()),
        (Ok(()), None) => Err(StoreError::Failed("the store ran no work".into()).into()),
    }
}
