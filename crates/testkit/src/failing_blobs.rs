//! A blob store that fails when it is told to.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use domain::BlobKey;
use ports::{BlobError, BlobStore, BlobSummary, BoxError, ByteStream, KeyStream};

type MakeError = fn(BoxError) -> BlobError;

/// At which point an operation fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailurePoint {
    /// Before it, so that nothing has happened.
    Before,
    /// After it: everything has happened, but the caller gets an error.
    After,
}

/// Passes on to another blob store, except for the operations it was told to fail.
pub struct FailingBlobStore {
    inner: Arc<dyn BlobStore>,
    operations: AtomicUsize,
    planned: Mutex<Vec<(usize, FailurePoint, MakeError)>>,
}

impl FailingBlobStore {
    pub fn over(inner: Arc<dyn BlobStore>) -> Self {
        Self {
            inner,
            operations: AtomicUsize::new(0),
            planned: Mutex::default(),
        }
    }

    /// Fails the n-th operation from now on, the next one being 1, with
    /// [`BlobError::Unavailable`]. Every method of the port counts as one operation.
    pub fn fail_at(&self, nth: usize, failure: FailurePoint) {
        self.plan(nth, failure, BlobError::Unavailable);
    }

    /// Finds no room for the n-th operation from now on.
    pub fn fill_disk_at(&self, nth: usize) {
        self.plan(nth, FailurePoint::Before, BlobError::Full);
    }

    fn plan(&self, nth: usize, failure: FailurePoint, error: MakeError) {
        let operation = self.operation_count() + nth;
        let mut planned = self.planned.lock().unwrap_or_else(PoisonError::into_inner);
        planned.push((operation, failure, error));
    }

    pub fn operation_count(&self) -> usize {
        self.operations.load(Ordering::SeqCst)
    }

    async fn perform<T: Send>(
        &self,
        operation: impl Future<Output = Result<T, BlobError>> + Send,
    ) -> Result<T, BlobError> {
        let told = |error: MakeError| Err(error("told to fail".into()));
        let failure = self.next_failure();
        if let Some((FailurePoint::Before, error)) = failure {
            return told(error);
        }
        let outcome = operation.await?;
        match failure {
            Some((FailurePoint::After, error)) => told(error),
            _ => Ok(outcome),
        }
    }

    fn next_failure(&self) -> Option<(FailurePoint, MakeError)> {
        let current = self.operations.fetch_add(1, Ordering::SeqCst) + 1;
        let planned = self.planned.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = planned
            .iter()
            .filter(|(operation, ..)| *operation == current);
        due.next().map(|(_, failure, error)| (*failure, *error))
    }
}

#[async_trait]
impl BlobStore for FailingBlobStore {
    async fn put(&self, key: &BlobKey, bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        self.perform(self.inner.put(key, bytes)).await
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        self.perform(self.inner.read(key, range)).await
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        self.perform(self.inner.remove(key)).await
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        self.perform(self.inner.list()).await
    }

    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError> {
        self.perform(self.inner.remove_unfinished(age_min)).await
    }

    async fn check(&self) -> Result<(), BlobError> {
        self.perform(self.inner.check()).await
    }

    /// Never fails and is not counted.
    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        self.inner.free_bytes().await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{FailingBlobStore, FailurePoint};
    use crate::blob_suite::{key, pieces};
    use crate::{MemoryBlobStore, TestResult};
    use ports::{BlobError, BlobStore as _};

    #[test]
    fn fails_the_operation_it_was_told_to_and_no_other() -> TestResult {
        crate::run(async {
            let store = FailingBlobStore::over(Arc::new(MemoryBlobStore::default()));
            store.fail_at(2, FailurePoint::Before);
            store.fail_at(3, FailurePoint::After);
            store.put(&key(1), pieces(&[b"a"])).await?;
            let refused = store.put(&key(2), pieces(&[b"b"])).await;
            assert!(matches!(refused, Err(BlobError::Unavailable(_))));
            let unheard = store.put(&key(3), pieces(&[b"c"])).await;
            assert!(matches!(unheard, Err(BlobError::Unavailable(_))));
            assert!(store.read(&key(2), None).await?.is_none());
            assert!(store.read(&key(3), None).await?.is_some());
            assert_eq!(store.operation_count(), 5);
            Ok(())
        })
    }
}
