//! A store that fails when it is told to.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use ports::{AccessMode, Store, StoreError, Work};

use crate::FailurePoint;

/// Passes on to another store, except for the work that it was told to fail.
pub struct FailingStore {
    inner: Arc<dyn Store>,
    works: AtomicUsize,
    planned: Mutex<Option<(usize, FailurePoint)>>,
}

impl FailingStore {
    pub fn over(inner: Arc<dyn Store>) -> Self {
        Self {
            inner,
            works: AtomicUsize::new(0),
            planned: Mutex::default(),
        }
    }

    pub fn count(&self) -> usize {
        self.works.load(Ordering::SeqCst)
    }

    /// Fails the n-th work from now on, the next one being 1.
    pub fn fail_at(&self, nth: usize, failure: FailurePoint) {
        let work = self.works.load(Ordering::SeqCst) + nth;
        *self.planned.lock().unwrap_or_else(PoisonError::into_inner) = Some((work, failure));
    }
}

#[async_trait]
impl Store for FailingStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let current = self.works.fetch_add(1, Ordering::SeqCst) + 1;
        let planned = *self.planned.lock().unwrap_or_else(PoisonError::into_inner);
        let failure = planned.filter(|(work, _)| *work == current);
        let told_to = || StoreError::Unavailable("told to fail".into());
        match failure {
            Some((_, FailurePoint::Before)) => Err(told_to()),
            Some((_, FailurePoint::After)) => {
                self.inner.run(access, work).await.and(Err(told_to()))
            }
            None => self.inner.run(access, work).await,
        }
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.inner.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        self.inner.free_bytes().await
    }
}
