//! Counts requests together with other instances while that works, and in this process while it
//! does not.
//!
//! After a failure no request tries the shared count for a second; then one does, while the others
//! are counted here. Losing and regaining it are logged once.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use domain::Timestamp;
use domain::client_network::ClientNetwork;
use domain::quota::{Allowance, Quota};
use domain::rate_limit_subject::RateLimitSubject;
use ports::{LimiterError, QuotaCell, RequestLimiter};

/// How long the shared count is not tried after it failed.
const PAUSE_MICROSECONDS: i64 = 1_000_000;

/// The value of `try_again_at` while the shared count works; not a time.
const REACHED: i64 = i64::MIN;

/// Whether counting together with other instances works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SharedCountStatus {
    /// Whether there is a shared count that cannot be reached.
    pub is_away: bool,
    /// How often it became unreachable.
    pub times_away: u64,
    /// How many requests were counted here meanwhile.
    pub counted_here: u64,
}

/// The cell of an address that no client has (0.0.0.0), to check whether counting works without
/// changing any client's count.
pub fn probe_cell() -> QuotaCell {
    QuotaCell {
        subject: RateLimitSubject::Client(ClientNetwork::NOBODY),
        quota: Quota::PER_ADDRESS,
    }
}

pub(super) struct Counter {
    local: Arc<dyn RequestLimiter>,
    shared: Option<Arc<dyn RequestLimiter>>,
    /// When the shared count is tried again, in microseconds; [`REACHED`] while it works.
    try_again_at: AtomicI64,
    times_away: AtomicU64,
    counted_here: AtomicU64,
}

impl Counter {
    pub(super) fn new(
        local: Arc<dyn RequestLimiter>,
        shared: Option<Arc<dyn RequestLimiter>>,
    ) -> Self {
        Self {
            local,
            shared,
            try_again_at: AtomicI64::new(REACHED),
            times_away: AtomicU64::new(0),
            counted_here: AtomicU64::new(0),
        }
    }

    pub(super) async fn take(&self, cell: &QuotaCell, now: Timestamp) -> Allowance {
        if let Some(shared) = self.reachable(now) {
            match shared.take(cell).await {
                Ok(allowance) => {
                    self.came_back();
                    return allowance;
                }
                Err(error) => self.went_away(&error, now),
            }
        }
        if self.shared.is_some() {
            self.counted_here.fetch_add(1, Ordering::Relaxed);
        }
        self.local.take(cell).await.unwrap_or_else(|error| {
            tracing::error!(
                error = crate::error_chain(&error),
                "a request could not be counted"
            );
            cell.quota.allowance(0, true)
        })
    }

    /// Gives one request back. If the shared count became unreachable since it was taken, it is
    /// given back in the other count, and the shared one has one too many for a while.
    pub(super) async fn give_back(&self, cell: &QuotaCell, now: Timestamp) {
        if let Some(shared) = self.reachable(now) {
            match shared.give_back(cell).await {
                Ok(()) => return self.came_back(),
                Err(error) => self.went_away(&error, now),
            }
        }
        if let Err(error) = self.local.give_back(cell).await {
            tracing::error!(
                error = crate::error_chain(&error),
                "a request could not be uncounted"
            );
        }
    }

    /// Tries the shared count if it was unreachable, without counting a request.
    pub(super) async fn look_for_shared_count(&self, now: Timestamp) {
        if !self.shared_count().is_away {
            return;
        }
        if let Some(shared) = self.reachable(now) {
            match shared.give_back(&probe_cell()).await {
                Ok(()) => self.came_back(),
                Err(error) => self.went_away(&error, now),
            }
        }
    }

    pub(super) fn shared_count(&self) -> SharedCountStatus {
        SharedCountStatus {
            is_away: self.try_again_at.load(Ordering::Relaxed) != REACHED,
            times_away: self.times_away.load(Ordering::Relaxed),
            counted_here: self.counted_here.load(Ordering::Relaxed),
        }
    }

    /// The shared count, if it works or this call is the one that tries it again.
    fn reachable(&self, now: Timestamp) -> Option<&Arc<dyn RequestLimiter>> {
        let shared = self.shared.as_ref()?;
        let now = now.microseconds();
        let at = self.try_again_at.load(Ordering::Relaxed);
        if at == REACHED {
            return Some(shared);
        }
        // A clock that went back must not put the next try off for longer.
        let is_due = now >= at || at - now > PAUSE_MICROSECONDS;
        let next = now + PAUSE_MICROSECONDS;
        let is_first = is_due
            && self
                .try_again_at
                .compare_exchange(at, next, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok();
        is_first.then_some(shared)
    }

    fn went_away(&self, error: &LimiterError, now: Timestamp) {
        let next = now.microseconds() + PAUSE_MICROSECONDS;
        if self.try_again_at.swap(next, Ordering::Relaxed) == REACHED {
            self.times_away.fetch_add(1, Ordering::Relaxed);
            tracing::warn!(
                error = crate::error_chain(error),
                "the shared count of requests is away; this instance counts for itself"
            );
        }
    }

    fn came_back(&self) {
        if self.try_again_at.load(Ordering::Relaxed) != REACHED
            && self.try_again_at.swap(REACHED, Ordering::Relaxed) != REACHED
        {
            tracing::info!("the shared count of requests is back");
        }
    }
}
