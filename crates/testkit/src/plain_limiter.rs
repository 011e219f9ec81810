//! Counting as a leaky bucket: the plain model that the adapters are compared with, and a stand-in
//! for them.
//!
//! Written down differently from the rule in the domain on purpose. Unbounded.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use domain::quota::Allowance;
use domain::rate_limit_subject::RateLimitSubject;
use ports::{LimiterError, QuotaCell, RequestLimiter};

use crate::SteppedClock;

/// How full the bucket of a subject is, and when that was so.
#[derive(Debug, Clone, Copy, Default)]
struct Bucket {
    level: u64,
    at: u64,
}

/// Counts in memory. Can be made to fail.
#[derive(Debug, Default)]
pub struct PlainLimiter {
    clock: Arc<SteppedClock>,
    buckets: Mutex<HashMap<RateLimitSubject, Bucket>>,
    is_away: AtomicBool,
    calls: AtomicUsize,
}

impl PlainLimiter {
    pub fn new(clock: Arc<SteppedClock>) -> Self {
        Self {
            clock,
            ..Self::default()
        }
    }

    /// Makes every call fail from now on, or none.
    pub fn set_away(&self, is_away: bool) {
        self.is_away.store(is_away, Ordering::SeqCst);
    }

    /// How many calls were made, failed ones included.
    pub fn call_count(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    fn change<T>(
        &self,
        subject: RateLimitSubject,
        change: impl FnOnce(&mut Bucket) -> T,
    ) -> Result<T, LimiterError> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        if self.is_away.load(Ordering::SeqCst) {
            return Err(LimiterError::Unavailable("told to be away".into()));
        }
        let now = self.clock.now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = buckets.entry(subject).or_default();
        bucket.level = bucket.level.saturating_sub(now - bucket.at);
        bucket.at = now;
        Ok(change(bucket))
    }
}

#[async_trait]
impl RequestLimiter for PlainLimiter {
    async fn take(&self, cell: &QuotaCell) -> Result<Allowance, LimiterError> {
        let (share, limit) = (cell.quota.share(), cell.quota.limit());
        let size = share * u64::from(limit);
        self.change(cell.subject, |bucket| {
            // A smaller bucket than before holds no more than fits into it.
            bucket.level = bucket.level.min(size);
            let missing = (bucket.level + share).saturating_sub(size);
            if missing == 0 {
                bucket.level += share;
            }
            let mut remaining = 0;
            while bucket.level + u64::from(remaining + 1) * share <= size {
                remaining += 1;
            }
            Allowance {
                limit,
                remaining,
                full_after: bucket.level,
                retry_after: (missing > 0).then_some(missing),
            }
        })
    }

    async fn give_back(&self, cell: &QuotaCell) -> Result<(), LimiterError> {
        let share = cell.quota.share();
        self.change(cell.subject, |bucket| {
            bucket.level = bucket.level.saturating_sub(share);
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::PlainLimiter;
    use crate::limits_suite::LimiterUnderTest;
    use crate::{SteppedClock, TestResult};

    fn make() -> TestResult<(LimiterUnderTest, ())> {
        let clock = Arc::new(SteppedClock::default());
        let limiter = Arc::new(PlainLimiter::new(Arc::clone(&clock)));
        Ok((LimiterUnderTest { limiter, clock }, ()))
    }

    crate::limits_conformance!(make);
}
