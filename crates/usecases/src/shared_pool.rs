//! A resource of bounded size that clients share fairly, and wait for.
//!
//! [`ShareTable`] decides who gets how much and when; this file lets the callers wait. What a
//! permit holds is given back when it is dropped: at the end of the work, when its caller is gone,
//! and in a panic.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::client_network::ClientNetwork;
use domain::share_table::{ClaimId, ShareEvent, ShareTable};
use tokio::sync::oneshot;
use tokio::time::timeout;

/// A pool. Clones share it.
#[derive(Clone)]
pub struct SharedPool(Arc<Pool>);

/// How much there is, and who may wait for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolRules {
    /// How much there is, at least 1.
    pub capacity: u64,
    /// How much of it is kept for sites that have less than a share, so that they do not wait for
    /// what cannot be revoked.
    pub kept: u64,
    /// How much a claim may come to hold by growing; 0 where claims do not grow. So much is kept
    /// free for the oldest one, so that claims that have a part each do not wait for each other.
    pub grown_max: u64,
    /// How many may wait.
    pub waiting_max: usize,
    /// How long a client may wait; `None` where permits are given back soon in any case.
    pub wait_max: Option<Duration>,
}

/// How much of a [`SharedPool`] is in use now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedPoolLoad {
    /// How much there is.
    pub capacity: u64,
    /// How much of it is held.
    pub held: u64,
    /// How many wait.
    pub waiting: u64,
    /// How many claims were refused since the start.
    pub refused: u64,
    /// How many permits were revoked since the start.
    pub revoked: u64,
}

/// The client has used its share, or too many wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("others wait for their share")]
pub struct PoolBusyError;

/// A part of a pool, given back when it is dropped.
pub struct SharePermit {
    pool: Arc<Pool>,
    id: ClaimId,
}

struct Pool {
    wait_max: Option<Duration>,
    state: Mutex<State>,
    refused: AtomicU64,
    revoked: AtomicU64,
}

struct State {
    table: ShareTable,
    /// Waiting claims, each with the channel that tells whether it was granted.
    waiting: HashMap<ClaimId, oneshot::Sender<bool>>,
    /// Revocable claims, each with its callback.
    revocations: HashMap<ClaimId, Revocation>,
}

type Revocation = Arc<dyn Fn() + Send + Sync>;

impl SharedPool {
    /// A pool by these rules.
    pub fn new(rules: PoolRules) -> Self {
        Self(Arc::new(Pool {
            wait_max: rules.wait_max,
            state: Mutex::new(State {
                table: ShareTable::new(rules.capacity, rules.waiting_max)
                    .keeping(rules.kept)
                    .with_claims_up_to(rules.grown_max),
                waiting: HashMap::new(),
                revocations: HashMap::new(),
            }),
            refused: AtomicU64::new(0),
            revoked: AtomicU64::new(0),
        }))
    }

    /// Waits for one part; not revocable, so for work that ends soon by itself.
    pub async fn acquire(&self, client: ClientNetwork) -> Result<SharePermit, PoolBusyError> {
        self.claim(client, 1, None).await
    }

    /// Waits for this amount. If it must be given back because another client waits for its share,
    /// `revoke` is called, once; it must not block, and the holder must drop the permit soon.
    pub async fn acquire_revocable(
        &self,
        client: ClientNetwork,
        amount: u64,
        revoke: impl Fn() + Send + Sync + 'static,
    ) -> Result<SharePermit, PoolBusyError> {
        self.claim(client, amount, Some(Arc::new(revoke))).await
    }

    /// How much of it is in use, for metrics.
    pub fn load(&self) -> SharedPoolLoad {
        let state = self.0.state();
        SharedPoolLoad {
            capacity: state.table.capacity(),
            held: state.table.held(),
            waiting: u64::try_from(state.table.waiting()).unwrap_or(u64::MAX),
            refused: self.0.refused.load(Ordering::Relaxed),
            revoked: self.0.revoked.load(Ordering::Relaxed),
        }
    }

    async fn claim(
        &self,
        client: ClientNetwork,
        amount: u64,
        revocation: Option<Revocation>,
    ) -> Result<SharePermit, PoolBusyError> {
        let (sender, granted) = oneshot::channel();
        let permit = self.0.change(|state| {
            let (id, events) = state.table.claim(client, amount, revocation.is_some());
            state.waiting.insert(id, sender);
            state.revocations.extend(revocation.map(|told| (id, told)));
            let pool = Arc::clone(&self.0);
            (SharePermit { pool, id }, events)
        });
        // Dropped while it waits, the permit gives up its place.
        permit.wait(granted).await?;
        Ok(permit)
    }
}

impl fmt::Debug for SharedPool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.load().fmt(formatter)
    }
}

impl SharePermit {
    /// Waits for this amount more. If that is refused, the permit still holds what it held.
    pub async fn grow(&mut self, amount: u64) -> Result<(), PoolBusyError> {
        let (sender, granted) = oneshot::channel();
        self.pool.change(|state| {
            state.waiting.insert(self.id, sender);
            ((), state.table.grow(self.id, amount))
        });
        self.wait(granted).await
    }

    /// Takes this amount more if it is free and nobody waits. Whether that was so.
    pub fn grow_at_once(&self, amount: u64) -> bool {
        let mut state = self.pool.state();
        state.table.grow_at_once(self.id, amount)
    }

    /// Gives back what the permit holds beyond this amount.
    pub fn shrink_to(&self, amount: u64) {
        self.pool
            .change(|state| ((), state.table.shrink_to(self.id, amount)));
    }

    /// A function that makes the permit irrevocable. It returns an error if the permit was revoked
    /// before.
    pub fn irrevocable_switch(
        &self,
    ) -> impl Fn() -> Result<(), PoolBusyError> + Send + Sync + 'static {
        let (pool, id) = (Arc::clone(&self.pool), self.id);
        move || {
            let in_time = pool.state().table.make_irrevocable(id);
            in_time.then_some(()).ok_or(PoolBusyError)
        }
    }

    async fn wait(&self, granted: oneshot::Receiver<bool>) -> Result<(), PoolBusyError> {
        let granted = match self.pool.wait_max {
            Some(wait_max) => timeout(wait_max, granted).await.ok(),
            None => Some(granted.await),
        };
        match granted {
            Some(Ok(true)) => return Ok(()),
            Some(_) => {}
            None => self.pool.change(|state| {
                state.waiting.remove(&self.id);
                ((), state.table.withdraw(self.id))
            }),
        }
        self.pool.refused.fetch_add(1, Ordering::Relaxed);
        Err(PoolBusyError)
    }
}

impl Drop for SharePermit {
    fn drop(&mut self) {
        self.pool.change(|state| {
            state.waiting.remove(&self.id);
            state.revocations.remove(&self.id);
            ((), state.table.release(self.id))
        });
    }
}

impl Pool {
    fn state(&self) -> MutexGuard<'_, State> {
        // No code under the lock can leave it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the table, then answers waiting claims and calls the callbacks of revoked ones.
    fn change<T>(&self, change: impl FnOnce(&mut State) -> (T, Vec<ShareEvent>)) -> T {
        let mut revoked = Vec::new();
        let mut state = self.state();
        let (outcome, events) = change(&mut state);
        for event in events {
            match event {
                ShareEvent::Granted(id) => state.tell(id, true),
                ShareEvent::Refused(id) => state.tell(id, false),
                ShareEvent::Revoked(id) => revoked.extend(state.revocations.remove(&id)),
            }
        }
        drop(state);
        for revoke in revoked {
            self.revoked.fetch_add(1, Ordering::Relaxed);
            revoke();
        }
        outcome
    }
}

impl State {
    fn tell(&mut self, id: ClaimId, is_granted: bool) {
        if let Some(waiting) = self.waiting.remove(&id) {
            // Whoever does not wait any more drops the permit, which gives it back.
            let _ = waiting.send(is_granted);
        }
    }
}

#[cfg(test)]
mod tests;
