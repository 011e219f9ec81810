//! The minimum rate at which bytes must move, however long all of them take together.
//!
//! Only time in which the other side is waited for counts: a store that is slow is not the fault of
//! whoever sends. The first seconds are free, and each byte that moves allows for more time, of
//! which a bounded part is kept. So a large file may come over a slow line, and one that does not
//! come is given up, however much has come before.

mod waiting;

use std::time::Duration;

pub(crate) use waiting::Waiting;

/// A minimum rate, as an average after a time of grace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinimumRate {
    /// How long nothing has to move.
    pub grace: Duration,
    /// The rate after that, at least 1.
    pub bytes_per_second: u64,
    /// The longest silence of a sender, however fast it was before.
    pub silence_max: Duration,
    /// The longest silence of a client that receives an answer. One that reads steadily still takes
    /// it in steps: its system makes room known once a sixteenth of its buffer is free (Linux: 400
    /// KB of 6 MB, 96 seconds at 4 KB a second).
    pub answer_silence_max: Duration,
}

impl Default for MinimumRate {
    /// 4 KB a second after the first ten seconds; half a minute of silence, two minutes between the
    /// steps of an answer.
    fn default() -> Self {
        Self {
            grace: Duration::from_secs(10),
            bytes_per_second: 4096,
            silence_max: Duration::from_secs(30),
            answer_silence_max: Duration::from_secs(120),
        }
    }
}

impl MinimumRate {
    /// How many seconds the other side may be waited for until so many bytes have moved.
    pub fn seconds_for(&self, bytes: u64) -> u64 {
        let moving = bytes.div_ceil(self.bytes_per_second.max(1));
        self.grace.as_secs().saturating_add(moving)
    }

    /// The rate for clients that receive an answer: `answer_silence_max` is the longest silence.
    pub(crate) fn of_answers(self) -> Self {
        Self {
            silence_max: self.answer_silence_max,
            ..self
        }
    }

    /// How long so many bytes take at this rate.
    fn time_for(&self, bytes: usize) -> Duration {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let rate = self.bytes_per_second.max(1);
        let (seconds, rest) = (bytes / rate, bytes % rate);
        let nanoseconds = u128::from(rest) * 1_000_000_000 / u128::from(rate);
        let nanoseconds = Duration::from_nanos(u64::try_from(nanoseconds).unwrap_or(u64::MAX));
        Duration::from_secs(seconds).saturating_add(nanoseconds)
    }
}

/// A transfer under a minimum rate: keeps how much longer the other side is waited for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PacedTransfer {
    rate: MinimumRate,
    patience: Duration,
}

impl PacedTransfer {
    /// A transfer of which nothing has moved yet.
    pub(crate) fn under(rate: MinimumRate) -> Self {
        Self {
            rate,
            patience: rate.grace,
        }
    }

    /// Notes that so many bytes have moved after the other side was waited for so long.
    pub(crate) fn moved(&mut self, bytes: usize, waited: Duration) {
        let kept = self.patience.saturating_sub(waited);
        let allowed = kept.saturating_add(self.rate.time_for(bytes));
        // What is left of the grace is not taken away by the first byte.
        self.patience = allowed.min(self.rate.silence_max.max(self.rate.grace));
    }

    /// How much longer the other side may be waited for before the next byte.
    pub(crate) fn patience(&self) -> Duration {
        self.patience
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
        transfer.moved(0, Duration::MAX);
        assert_eq!(transfer.patience(), Duration::ZERO);
    }

    #[test]
    fn the_patience_that_ten_megabytes_at_once_earn_is_half_a_minute() {
        let silence = Duration::from_secs(30);
        let mut transfer = PacedTransfer::under(MinimumRate::default());
        transfer.moved(10 << 20, Duration::ZERO);
        assert_eq!(transfer.patience(), silence);
        transfer.moved(usize::MAX, Duration::ZERO);
        assert_eq!(transfer.patience(), silence);
        // Silence is not had anew with every byte.
        transfer.moved(4096, silence);
        assert_eq!(transfer.patience(), Duration::from_secs(1));
    }

    #[test]
    fn an_answer_that_is_taken_in_the_steps_of_a_large_buffer_comes_to_its_end() {
        let mut answer = PacedTransfer::under(MinimumRate::default().of_answers());
        answer.moved(6 << 20, Duration::ZERO);
        for _ in 0..100 {
            answer.moved(400_000, Duration::from_secs(96));
            assert!(answer.patience() > Duration::from_secs(96));
        }
    }

    #[test]
    fn the_patience_with_a_line_that_is_gone_for_20_seconds_now_and_then_lasts() {
        let mut transfer = PacedTransfer::under(MinimumRate::default());
        for _ in 0..100 {
            transfer.moved(300_000, Duration::from_secs(10));
            assert!(transfer.patience() > Duration::from_secs(20));
            transfer.moved(1500, Duration::from_secs(20));
            assert!(transfer.patience() > Duration::from_secs(10));
        }
    }
}
