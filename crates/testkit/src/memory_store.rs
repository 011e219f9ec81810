//! The store in memory, with real transactions: a work changes a copy, and the copy takes the
//! original's place when it commits.

mod state;
mod transaction;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use ports::{AccessMode, Database, PoolLoad, SchemaReport, Store, StoreError, Work, WorkOutcome};

use state::MemoryRows;
use transaction::MemoryTransaction;

/// The port's store in memory. Clones share their content. One writer at a time; readers see the
/// last committed state.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Held by the one writer, from its first look to its commit.
    writing: Mutex<()>,
    committed: Mutex<Arc<MemoryRows>>,
}

impl Shared {
    fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let _writing = (access == AccessMode::Write).then(|| guard(&self.writing));
        let state = MemoryRows::clone(&*Arc::clone(&guard(&self.committed)));
        let mut transaction = MemoryTransaction::new(state, access);
        match (work(&mut transaction), transaction.finish()) {
            (WorkOutcome::RollBack, _) => Ok(()),
            // What a reader has seen may be old by now.
            (WorkOutcome::Commit, Ok(_)) if access == AccessMode::Read => Ok(()),
            (WorkOutcome::Commit, Ok(state)) => {
                *guard(&self.committed) = Arc::new(state);
                Ok(())
            }
            (WorkOutcome::Commit, Err(error)) => Err(error),
        }
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let shared = Arc::clone(&self.0);
        tokio::task::spawn_blocking(move || shared.run(access, work))
            .await
            .unwrap_or_else(|_| Err(StoreError::Failed("the work panicked".into())))
    }

    async fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        Ok(None)
    }
}

impl Database for MemoryStore {
    fn migrate(&self) -> Result<usize, StoreError> {
        Ok(0)
    }

    /// It has from its beginning what others get by a step.
    fn schema(&self) -> Result<SchemaReport, StoreError> {
        Ok(SchemaReport {
            applied: 1,
            pending: 0,
            unknown: 0,
        })
    }

    fn pool_load(&self) -> Option<PoolLoad> {
        None
    }
}

/// The lock, poisoned or not: a work that panicked has changed only its own copy.
fn guard<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::MemoryStore;
    use ports::Store;

    fn make_store() -> crate::TestResult<(Arc<dyn Store>, ())> {
        Ok((Arc::new(MemoryStore::default()), ()))
    }

    crate::store_conformance!(make_store);
}
