//! Whether database and blob store answer. A check writes to them, so there is at most one a
//! second; requests in between get its result. A scanner of files does not count: all instances
//! have the same one, and without it everything goes on but uploads.
//!
//! A check goes on when the request that began it is gone: otherwise clients that hang up quickly
//! could begin any number of them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::timeout;
use usecases::{InternalError, Storage};

/// How long the result of a check counts.
const KEPT: Duration = Duration::from_secs(1);

/// A storage that takes longer is not ready; the caller will not wait longer either.
const TIME_MAX: Duration = Duration::from_secs(5);

pub(crate) struct Readiness {
    storage: Storage,
    last: Mutex<Option<Probe>>,
}

struct Probe {
    began: Instant,
    answer: watch::Receiver<Option<Answer>>,
}

type Answer = Result<(), Arc<InternalError>>;

impl Readiness {
    pub(crate) fn of(storage: Storage) -> Self {
        let last = Mutex::default();
        Self { storage, last }
    }

    /// The result of a running or recent check, or of a new one. Must run in a tokio runtime.
    pub(crate) async fn check(&self, now: Instant) -> Result<(), InternalError> {
        let mut answer = {
            let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
            match &*last {
                Some(probe) if probe.holds(now) => probe.answer.clone(),
                _ => last.insert(self.begun(now)).answer.clone(),
            }
        };
        let answer = answer.wait_for(Option::is_some).await;
        let answer = answer.map_err(|stopped| InternalError::Unavailable(stopped.into()))?;
        match &*answer {
            // Whatever it is: who asks shall send requests elsewhere.
            Some(Err(broken)) => Err(InternalError::Unavailable(Arc::clone(broken).into())),
            _ => Ok(()),
        }
    }

    fn begun(&self, began: Instant) -> Probe {
        let storage = self.storage.clone();
        let (tell, answer) = watch::channel(None);
        tokio::spawn(async move {
            let asked = timeout(TIME_MAX, storage.check()).await;
            let asked = asked.unwrap_or_else(|late| Err(InternalError::Unavailable(late.into())));
            // That nobody waits any more is no failure.
            let _ = tell.send(Some(asked.map_err(Arc::new)));
        });
        Probe { began, answer }
    }
}

impl Probe {
    /// Whether its result counts: it is recent, or still to come. A check that was stopped never
    /// has one.
    fn holds(&self, now: Instant) -> bool {
        let is_asked = self.answer.borrow().is_none() && self.answer.has_changed().is_ok();
        now.saturating_duration_since(self.began) < KEPT || is_asked
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::{Duration, Instant};

    use futures::FutureExt as _;
    use futures::future::join_all;
    use testkit::{FailingBlobStore, FailurePoint, MemoryBlobStore, MemoryStore};
    use usecases::Storage;

    use super::Readiness;

    fn readiness() -> (Readiness, Arc<FailingBlobStore>) {
        let blobs = FailingBlobStore::over(Arc::new(MemoryBlobStore::default()));
        let blobs = Arc::new(blobs);
        let storage = Storage {
            store: Arc::new(MemoryStore::default()),
            blobs: blobs.clone(),
        };
        (Readiness::of(storage), blobs)
    }

    #[tokio::test]
    async fn check_asks_the_storage_once_a_second_however_many_ask() {
        let (readiness, blobs) = readiness();
        let now = Instant::now();
        let answers = join_all((0..100).map(|_| readiness.check(now))).await;
        assert!(answers.iter().all(Result::is_ok));
        let almost = now + Duration::from_millis(999);
        readiness.check(almost).await.unwrap();
        assert_eq!(blobs.operation_count(), 1);
        readiness.check(now + Duration::from_secs(1)).await.unwrap();
        assert_eq!(blobs.operation_count(), 2);
    }

    #[tokio::test]
    async fn check_tells_a_failure_for_a_second_and_then_that_it_is_over() {
        let (readiness, blobs) = readiness();
        let now = Instant::now();
        blobs.fail_at(1, FailurePoint::Before);
        assert!(readiness.check(now).await.is_err());
        assert!(readiness.check(now).await.is_err());
        readiness.check(now + Duration::from_secs(1)).await.unwrap();
    }

    #[tokio::test]
    async fn check_finds_a_full_disk_ready_since_reading_goes_on() {
        let (readiness, blobs) = readiness();
        blobs.fill_disk_at(1);
        readiness.check(Instant::now()).await.unwrap();
        assert_eq!(blobs.operation_count(), 1);
    }

    #[tokio::test]
    async fn check_goes_on_with_what_was_begun_by_those_who_went_away() {
        let (readiness, blobs) = readiness();
        let now = Instant::now();
        for _ in 0..100 {
            // Polled once and dropped.
            assert!(readiness.check(now).now_or_never().is_none());
        }
        while blobs.operation_count() == 0 {
            tokio::task::yield_now().await;
        }
        readiness.check(now).await.unwrap();
        assert_eq!(blobs.operation_count(), 1);
        readiness.check(now + Duration::from_secs(1)).await.unwrap();
        assert_eq!(blobs.operation_count(), 2);
    }
}
