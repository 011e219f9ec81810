//! A clock that stands still until it is set.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use domain::Timestamp;
use ports::Clock;

#[derive(Debug)]
pub struct FixedClock(AtomicI64);

impl FixedClock {
    pub fn at(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.microseconds()))
    }

    /// Puts the clock to this time, forward or back.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.microseconds(), Ordering::SeqCst);
    }

    pub fn advance(&self, by: Duration) {
        let microseconds = i64::try_from(by.as_micros()).unwrap_or(i64::MAX);
        self.0.fetch_add(microseconds, Ordering::SeqCst);
    }
}

/// 2026-02-01T00:00:00 UTC.
impl Default for FixedClock {
    fn default() -> Self {
        Self(AtomicI64::new(1_769_904_000_000_000))
    }
}

impl Clock for FixedClock {
    /// Advanced past the year 9999, it stays at the last time there is.
    fn now(&self) -> Timestamp {
        const LAST: i64 = 253_402_300_799_999_999;
        let microseconds = self.0.load(Ordering::SeqCst).min(LAST);
        Timestamp::from_microseconds(microseconds).unwrap_or_else(|| Self::default().now())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::FixedClock;
    use ports::Clock as _;

    #[test]
    fn stands_still_until_it_is_put_forward() {
        let clock = FixedClock::default();
        assert_eq!(clock.now().to_string(), "2026-02-01T00:00:00.000000");
        assert_eq!(clock.now(), clock.now());
        clock.advance(Duration::from_secs(90));
        assert_eq!(clock.now().to_string(), "2026-02-01T00:01:30.000000");
    }
}
