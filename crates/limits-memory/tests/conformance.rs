//! The suite that every counter of requests passes, in memory.

use std::sync::Arc;

use limits_memory::{CELLS_MAX, MemoryLimiter};
use testkit::limits_suite::LimiterUnderTest;
use testkit::{SteppedClock, TestResult};

fn make_limiter() -> TestResult<(LimiterUnderTest, ())> {
    let clock = Arc::new(SteppedClock::default());
    let now = Arc::clone(&clock);
    let limiter = Arc::new(MemoryLimiter::with_clock(CELLS_MAX, move || now.now()));
    Ok((LimiterUnderTest { limiter, clock }, ()))
}

testkit::limits_conformance!(make_limiter);
