//! The system's clock and randomness: the two ports that only the operating system can serve.

use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use cli::CommandError;
use domain::Timestamp;
use ports::{Clock, Entropy};

/// The system's clock. While it stands before 1970 or after 9999, time goes on from when it last
/// told one that can be written down: what began before it was put wrong can still end.
pub(crate) struct SystemClock;

/// The system's randomness.
pub(crate) struct SystemEntropy;

static CONTINUED: ContinuedClock = ContinuedClock(Mutex::new(None));

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        CONTINUED.now(system_time(), Instant::now())
    }
}

impl SystemClock {
    /// Refuses to begin anything at a time that cannot be written down.
    pub(crate) fn check() -> Result<(), CommandError> {
        let now = system_time();
        check(now)?;
        CONTINUED.now(now, Instant::now());
        Ok(())
    }
}

/// When the clock was last right, by itself and by the time that nobody sets.
struct ContinuedClock(Mutex<Option<(Timestamp, Instant)>>);

impl ContinuedClock {
    /// The time of the system, or the last right one and what has passed since. Where none ever was
    /// right, it stands at the beginning of 1970.
    fn now(&self, system: SystemTime, unset: Instant) -> Timestamp {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(now) = timestamp(system) {
            *last = Some((now, unset));
            return now;
        }
        let Some((right, at)) = *last else {
            return Timestamp::EPOCH;
        };
        let passed = unset.saturating_duration_since(at).as_micros();
        let passed = i64::try_from(passed).unwrap_or(i64::MAX);
        let now = right.microseconds().saturating_add(passed);
        Timestamp::from_microseconds(now).unwrap_or(right)
    }
}

fn check(now: SystemTime) -> Result<(), CommandError> {
    match timestamp(now) {
        Some(_) => Ok(()),
        None => Err(CommandError::Diagnosis(vec![
            "The clock of this machine stands before 1970 or after 9999, and applications get \
             their numbers and times by it: set it (`timedatectl`), then start again."
                .to_owned(),
        ])),
    }
}

fn timestamp(time: SystemTime) -> Option<Timestamp> {
    let since = time.duration_since(UNIX_EPOCH).ok()?;
    let microseconds = i64::try_from(since.as_micros()).ok()?;
    Timestamp::from_microseconds(microseconds)
}

#[expect(
    clippy::disallowed_methods,
    reason = "this is the clock that the port stands for"
)]
fn system_time() -> SystemTime {
    SystemTime::now()
}

impl Entropy for SystemEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        if getrandom::fill(buffer).is_err() {
            // Every key could be guessed.
            tracing::error!("the system gives no randomness");
            std::process::abort()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    use cli::CommandError;
    use domain::Timestamp;

    use super::{ContinuedClock, check};

    const SECOND: Duration = Duration::from_secs(1);
    /// The last second of 9999.
    const END: Duration = Duration::from_secs(253_402_300_799);

    #[test]
    fn a_clock_before_1970_or_after_9999_is_refused_with_a_sentence() {
        for right in [UNIX_EPOCH, UNIX_EPOCH + END] {
            assert!(check(right).is_ok(), "{right:?}");
        }
        for wrong in [UNIX_EPOCH - SECOND, UNIX_EPOCH + END + SECOND] {
            let Err(CommandError::Diagnosis(sentences)) = check(wrong) else {
                panic!("{wrong:?} is taken");
            };
            assert!(sentences[0].contains("The clock of this machine"));
        }
    }

    /// The time this many seconds after the first of February 2026.
    fn system(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_769_904_000 + seconds)
    }

    #[test]
    fn time_goes_on_while_the_clock_stands_before_1970_or_after_9999() {
        let clock = ContinuedClock(Mutex::new(None));
        let started = Instant::now();
        let shown = |system, seconds| clock.now(system, started + SECOND * seconds).to_string();
        assert_eq!(shown(system(0), 0), "2026-02-01T00:00:00.000000");
        assert_eq!(shown(system(5), 5), "2026-02-01T00:00:05.000000");
        for wrong in [UNIX_EPOCH - SECOND, UNIX_EPOCH + END + SECOND] {
            assert_eq!(shown(wrong, 7), "2026-02-01T00:00:07.000000");
            assert_eq!(shown(wrong, 9), "2026-02-01T00:00:09.000000");
        }
        // Set again, it is believed, also where it went on differently.
        assert_eq!(shown(system(3), 10), "2026-02-01T00:00:03.000000");
        assert_eq!(shown(UNIX_EPOCH - SECOND, 11), "2026-02-01T00:00:04.000000");
    }

    #[test]
    fn time_that_goes_on_does_not_pass_9999_and_stands_in_1970_where_none_was_right() {
        let clock = ContinuedClock(Mutex::new(None));
        let (started, after) = (Instant::now(), UNIX_EPOCH + END + SECOND);
        assert_eq!(clock.now(after, started), Timestamp::EPOCH);
        let last = clock.now(UNIX_EPOCH + END, started);
        assert_eq!(clock.now(after, started + 2 * SECOND), last);
    }
}
