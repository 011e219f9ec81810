//! Counts requests in the memory of this process.
//!
//! Promises: bounded memory, and no work but a look into a table under a short lock. Time is
//! monotonic. Leaves out: other instances count for themselves, and a restart forgets, the uploads
//! of the day too.

#![forbid(unsafe_code)]

mod cells;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use domain::quota::Allowance;
use domain::rate_limit_subject::RateLimitSubject;
use ports::{LimiterError, QuotaCell, RequestLimiter};

use cells::Cells;

/// How many subjects are remembered, in at most 9 MB; and again as many for their uploads.
pub const CELLS_MAX: usize = 100_000;

type Now = Box<dyn Fn() -> u64 + Send + Sync>;

/// The port's limiter, for one instance: forgets with the process.
pub struct MemoryLimiter {
    requests: Mutex<Cells>,
    /// Apart from the requests: those are full again within a window, these only after a day, so
    /// they would push all others out.
    uploads: Mutex<Cells>,
    now: Now,
}

impl MemoryLimiter {
    /// An empty count of up to so many subjects, by microseconds of a clock that does not go back.
    pub fn with_clock(cells_max: usize, now: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self {
            requests: Mutex::new(Cells::new(cells_max)),
            uploads: Mutex::new(Cells::new(cells_max)),
            now: Box::new(now),
        }
    }

    fn cells(&self, subject: &RateLimitSubject) -> MutexGuard<'_, Cells> {
        let cells = match subject {
            RateLimitSubject::Client(_)
            | RateLimitSubject::Application(_)
            | RateLimitSubject::Master(_) => &self.requests,
            RateLimitSubject::Uploads(_) | RateLimitSubject::UploadsOfSite(_) => &self.uploads,
        };
        // Each change is one number, so what a panic left behind is whole.
        cells.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// By the monotonic clock of the system.
impl Default for MemoryLimiter {
    fn default() -> Self {
        let began = Instant::now();
        let now = move || u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX);
        Self::with_clock(CELLS_MAX, now)
    }
}

#[async_trait]
impl RequestLimiter for MemoryLimiter {
    async fn take(&self, cell: &QuotaCell) -> Result<Allowance, LimiterError> {
        let now = (self.now)();
        let mut cells = self.cells(&cell.subject);
        let taken = cell.quota.take(cells.full_at(&cell.subject), now);
        // Of a refused request too: under a shorter window the moment has come nearer.
        cells.set(cell.subject, taken.full_at, now);
        Ok(cell.quota.allowance(taken.full_at - now, taken.allowed))
    }

    async fn give_back(&self, cell: &QuotaCell) -> Result<(), LimiterError> {
        let now = (self.now)();
        let mut cells = self.cells(&cell.subject);
        let full_at = cell.quota.give_back(cells.full_at(&cell.subject));
        cells.set(cell.subject, full_at, now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use domain::client_network::ClientNetwork;
    use domain::quota::Quota;
    use domain::rate_limit_subject::RateLimitSubject;
    use ports::{QuotaCell, RequestLimiter as _};
    use testkit::{TestResult, run};

    use super::{CELLS_MAX, MemoryLimiter};

    fn network(number: u64) -> ClientNetwork {
        ClientNetwork::of(Ipv6Addr::from_bits(u128::from(number) << 64).into())
    }

    fn requests(number: u64) -> QuotaCell {
        QuotaCell {
            subject: RateLimitSubject::Client(network(number)),
            quota: Quota::PER_ADDRESS,
        }
    }

    fn uploads(number: u64) -> QuotaCell {
        QuotaCell {
            subject: RateLimitSubject::Uploads(network(number)),
            quota: Quota::UPLOADS,
        }
    }

    /// The time stands still, so nothing becomes free by itself.
    #[test]
    fn take_of_a_million_addresses_fills_no_memory_and_frees_none_that_is_used_up() -> TestResult {
        run(async {
            let limiter = MemoryLimiter::with_clock(CELLS_MAX, || 1);
            let used_up = requests(0);
            while limiter.take(&used_up).await?.retry_after.is_none() {}
            for number in 1..=1_000_000 {
                limiter.take(&requests(number)).await?;
            }
            assert!(limiter.take(&used_up).await?.retry_after.is_some());
            let cells = limiter.cells(&used_up.subject);
            assert!(cells.count() <= CELLS_MAX);
            assert!(cells.bytes_max() <= 9_000_000, "{}", cells.bytes_max());
            Ok(())
        })
    }

    #[test]
    fn take_of_uploads_pushes_out_no_count_of_requests() -> TestResult {
        run(async {
            let limiter = MemoryLimiter::with_clock(100, || 1);
            assert_eq!(limiter.take(&requests(0)).await?.remaining, 59);
            for number in 0..1000 {
                limiter.take(&uploads(number)).await?;
            }
            assert_eq!(limiter.take(&requests(0)).await?.remaining, 58);
            Ok(())
        })
    }
}
