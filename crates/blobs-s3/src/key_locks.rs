//! One put of a key after the other, so that the undoing of a dropped put never meets the next put
//! of its key.
//!
//! Only within this process. Between processes the server's conditional put decides, and keys are
//! random.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::BlobKey;
use tokio::sync::OwnedMutexGuard;

type Waiting = HashMap<BlobKey, Arc<tokio::sync::Mutex<()>>>;

/// Who is at work on which key.
#[derive(Clone, Default)]
pub(crate) struct KeyLocks(Arc<Mutex<Waiting>>);

/// The right to write the object of a key, until it is dropped.
pub(crate) struct KeyLock {
    key: BlobKey,
    key_locks: KeyLocks,
    held: Option<OwnedMutexGuard<()>>,
}

impl KeyLocks {
    /// Waits until nobody else is at work on the key.
    pub(crate) async fn take(&self, key: &BlobKey) -> KeyLock {
        let waiting = Arc::clone(self.waiting().entry(key.clone()).or_default());
        KeyLock {
            key: key.clone(),
            key_locks: self.clone(),
            held: Some(waiting.lock_owned().await),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeyLock {
    fn drop(&mut self) {
        drop(self.held.take());
        let mut waiting = self.key_locks.waiting();
        // Whoever waits holds a second reference, and got it under this lock.
        let is_last = waiting
            .get(&self.key)
            .is_some_and(|key| Arc::strong_count(key) == 1);
        if is_last {
            waiting.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::KeyLocks;
    use domain::BlobKey;

    #[tokio::test]
    async fn one_after_the_other_and_nothing_is_remembered() {
        let key_locks = KeyLocks::default();
        let (one, other) = (
            BlobKey::from_entropy([1; 16]),
            BlobKey::from_entropy([2; 16]),
        );
        let first = key_locks.take(&one).await;
        drop(key_locks.take(&other).await);
        let second = tokio::spawn({
            let (key_locks, one) = (key_locks.clone(), one.clone());
            async move { drop(key_locks.take(&one).await) }
        });
        tokio::task::yield_now().await;
        assert!(!second.is_finished());
        drop(first);
        second.await.unwrap();
        assert!(key_locks.waiting().is_empty());
    }

    #[tokio::test]
    async fn one_that_stops_waiting_leaves_nothing_behind() {
        let key_locks = KeyLocks::default();
        let key = BlobKey::from_entropy([1; 16]);
        let first = key_locks.take(&key).await;
        let waits = tokio::spawn({
            let (key_locks, key) = (key_locks.clone(), key.clone());
            async move { drop(key_locks.take(&key).await) }
        });
        tokio::task::yield_now().await;
        waits.abort();
        assert!(waits.await.is_err());
        drop(first);
        assert!(key_locks.waiting().is_empty());
    }
}
