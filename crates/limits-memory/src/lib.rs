//! Counts requests in the memory of this process.
//!
//! Promises: bounded memory, and no work but a look into a table under a short lock. Time is
//! monotonic. Leaves out: other instances count for themselves, and a restart forgets.

#![forbid(unsafe_code)]

mod cells;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use domain::quota::Allowance;
use ports::{LimiterError, QuotaCell, RequestLimiter};

use cells::Cells;

/// So many parties are remembered, in about 5 MB.
pub const CELLS_MAX: usize = 100_000;

type Now = Box<dyn Fn() -> u64 + Send + Sync>;

/// Counts in memory.
pub struct MemoryLimiter {
    cells: Mutex<Cells>,
    now: Now,
}

impl MemoryLimiter {
    /// An empty count of up to so many parties, by microseconds of a clock that does not go back.
    pub fn with_clock(cells_max: usize, now: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self {
            cells: Mutex::new(Cells::new(cells_max)),
            now: Box::new(now),
        }
    }

    fn cells(&self) -> std::sync::MutexGuard<'_, Cells> {
        // Each change is one number, so what a panic left behind is whole.
        self.cells.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut cells = self.cells();
        let taken = cell.quota.take(cells.full_at(&cell.party), now);
        if taken.allowed {
            cells.set(cell.party, taken.full_at, now);
        }
        Ok(cell.quota.allowance(taken.full_at - now, taken.allowed))
    }

    async fn give_back(&self, cell: &QuotaCell) -> Result<(), LimiterError> {
        let now = (self.now)();
        let mut cells = self.cells();
        let full_at = cell.quota.give_back(cells.full_at(&cell.party));
        cells.set(cell.party, full_at, now);
        Ok(())
    }
}
