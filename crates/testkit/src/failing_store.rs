//! A store that fails when it is told to.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use ports::{AccessMode, BoxError, Store, StoreError, Work};

use crate::FailurePoint;

/// Passes on to another store, except for the work that it was told to fail.
pub struct FailingStore {
    inner: Arc<dyn Store>,
    works: AtomicUsize,
    ended: AtomicUsize,
    planned: Mutex<Option<PlannedFailure>>,
}

type MakeError = fn(BoxError) -> StoreError;

/// Which work fails, when, and with which error.
type PlannedFailure = (usize, FailurePoint, MakeError);

impl FailingStore {
    pub fn over(inner: Arc<dyn Store>) -> Self {
        Self {
            inner,
            works: AtomicUsize::new(0),
            ended: AtomicUsize::new(0),
            planned: Mutex::default(),
        }
    }

    pub fn count(&self) -> usize {
        self.works.load(Ordering::SeqCst)
    }

    /// Works that have begun and have not ended; who waited for them may have gone.
    pub fn under_way(&self) -> usize {
        self.count() - self.ended.load(Ordering::SeqCst)
    }

    /// Fails the n-th work from now on, the next one being 1.
    pub fn fail_at(&self, nth: usize, failure: FailurePoint) {
        self.plan(nth, failure, StoreError::Unavailable);
    }

    /// Fails the n-th work from now on with [`StoreError::Undone`], as if it had shared a
    /// transaction that was rolled back.
    pub fn undo_at(&self, nth: usize) {
        self.plan(nth, FailurePoint::Before, StoreError::Undone);
    }

    /// Fails the commit of the n-th work from now on, as no room is left for it.
    pub fn fill_disk_at(&self, nth: usize) {
        self.plan(nth, FailurePoint::After, StoreError::Full);
    }

    fn plan(&self, nth: usize, failure: FailurePoint, error: MakeError) {
        let work = self.works.load(Ordering::SeqCst) + nth;
        let planned = Some((work, failure, error));
        *self.planned.lock().unwrap_or_else(PoisonError::into_inner) = planned;
    }
}

#[async_trait]
impl Store for FailingStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let current = self.works.fetch_add(1, Ordering::SeqCst) + 1;
        let planned = *self.planned.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = planned.filter(|(work, ..)| *work == current);
        let outcome = match failure {
            Some((_, FailurePoint::Before, error)) => Err(error("told to fail".into())),
            Some((_, FailurePoint::After, error)) => {
                let ran = self.inner.run(access, work).await;
                ran.and(Err(error("told to fail".into())))
            }
            None => self.inner.run(access, work).await,
        };
        self.ended.fetch_add(1, Ordering::SeqCst);
        outcome
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.inner.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        self.inner.free_bytes().await
    }
}
