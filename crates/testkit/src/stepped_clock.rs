//! A clock of microseconds that stands still until it is put forward.

use std::sync::atomic::{AtomicU64, Ordering};

/// Tells microseconds since an arbitrary moment.
#[derive(Debug)]
pub struct SteppedClock(AtomicU64);

impl SteppedClock {
    pub fn now(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    pub fn advance(&self, microseconds: u64) {
        self.0.fetch_add(microseconds, Ordering::SeqCst);
    }
}

/// Some moment in 2026, if it were counted from 1970.
impl Default for SteppedClock {
    fn default() -> Self {
        Self(AtomicU64::new(1_769_904_000_000_000))
    }
}
