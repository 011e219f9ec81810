//! How fast bytes must move, however long all of them take.
//!
//! Only time in which the other side is waited for counts: a store that is slow is not the fault of
//! whoever sends. The first seconds are free, and each byte that moves allows for more time. So a
//! large file may come over a slow line, and one that does not come is given up.

use std::time::Duration;

/// The rate on average, after a time in which nothing has to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinimumRate {
    /// How long nothing has to move.
    pub grace: Duration,
    /// From then on, at least 1.
    pub bytes_per_second: u64,
}

impl Default for MinimumRate {
    /// 4 KB a second after the first ten.
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(10),
            bytes_per_second: 4096,
        }
    }
}

impl MinimumRate {
    /// How many seconds the other side may be waited for until so many bytes have moved.
    pub fn seconds_for(&self, bytes: u64) -> u64 {
        let moving = bytes.div_ceil(self.bytes_per_second.max(1));
        self.grace.as_secs().saturating_add(moving)
    }
}

/// Bytes on their way, and how long the other side was waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PacedTransfer {
    rate: MinimumRate,
    bytes: u64,
    waited: Duration,
}

impl PacedTransfer {
    /// One of which nothing has moved yet.
    pub(crate) fn under(rate: MinimumRate) -> Self {
        Self {
            rate,
            bytes: 0,
            waited: Duration::ZERO,
        }
    }

    /// So many bytes have moved after the other side was waited for so long.
    pub(crate) fn moved(&mut self, bytes: usize, waited: Duration) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes = self.bytes.saturating_add(bytes);
        self.waited = self.waited.saturating_add(waited);
    }

    /// How much longer the other side may be waited for before the next byte.
    pub(crate) fn patience(&self) -> Duration {
        let rate = self.rate.bytes_per_second.max(1);
        let (seconds, rest) = (self.bytes / rate, self.bytes % rate);
        let nanoseconds = u128::from(rest) * 1_000_000_000 / u128::from(rate);
        let nanoseconds = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX));
        let earned = Duration::from_secs(seconds).saturating_add(nanoseconds);
        let allowed = self.rate.grace.saturating_add(earned);
        allowed.saturating_sub(self.waited)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{MinimumRate, PacedTransfer};

    /// How long a client that sends so many bytes every so many milliseconds is waited for, at most
    /// a day, and how many bytes that are.
    fn sent(bytes: usize, every: u64) -> (Duration, u64) {
        let mut transfer = PacedTransfer::under(MinimumRate::default());
        let (pause, mut time, mut sent) = (Duration::from_millis(every), Duration::ZERO, 0);
        while time < Duration::from_secs(24 * 3600) {
            if transfer.patience() < pause {
                return (time + transfer.patience(), sent);
            }
            transfer.moved(bytes, pause);
            time += pause;
            sent += bytes as u64;
        }
        (time, sent)
    }

    #[test]
    fn the_patience_with_one_who_sends_nothing_is_the_grace() {
        let nothing = PacedTransfer::under(MinimumRate::default());
        assert_eq!(nothing.patience(), Duration::from_secs(10));
        assert_eq!(sent(0, 100).0, Duration::from_secs(10));
    }

    #[test]
    fn the_patience_with_4_kb_a_second_has_no_end() {
        assert_eq!(sent(4096, 1000).0, Duration::from_secs(24 * 3600));
        assert_eq!(sent(8192, 2000).0, Duration::from_secs(24 * 3600));
        let (time, sent) = sent(4000, 1000);
        assert!(sent > 40_000 && time < Duration::from_secs(600), "{time:?}");
    }

    #[test]
    fn fifty_megabytes_at_30_kb_a_second_come_to_their_end() {
        let (time, sent) = sent(3000, 100);
        assert!(sent > 50 << 20, "{sent} bytes in {time:?}");
    }

    #[test]
    fn the_patience_with_a_byte_a_second_is_hardly_longer_than_the_grace() {
        let (time, _) = sent(1, 1000);
        assert!(time < Duration::from_secs(11), "{time:?}");
    }

    #[test]
    fn time_in_which_nobody_is_waited_for_costs_no_patience() {
        let mut transfer = PacedTransfer::under(MinimumRate::default());
        transfer.moved(4096, Duration::from_secs(3));
        assert_eq!(transfer.patience(), Duration::from_secs(8));
        transfer.moved(4096, Duration::ZERO);
        assert_eq!(transfer.patience(), Duration::from_secs(9));
        transfer.moved(usize::MAX, Duration::MAX);
        assert_eq!(transfer.patience(), Duration::ZERO);
    }
}
