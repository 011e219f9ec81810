//! The system's clock and randomness: the two ports that only the operating system can serve.

use std::time::{SystemTime, UNIX_EPOCH};

use cli::CommandError;
use domain::Timestamp;
use ports::{Clock, Entropy};

/// The system's clock.
pub(crate) struct SystemClock;

/// The system's randomness.
pub(crate) struct SystemEntropy;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        match timestamp(system_time()) {
            Some(now) => now,
            None => give_up("the system's clock stands before 1970 or after 9999"),
        }
    }
}

impl SystemClock {
    /// Refuses to begin anything at a time that cannot be written down.
    pub(crate) fn check() -> Result<(), CommandError> {
        check(system_time())
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
            give_up("the system gives no randomness");
        }
    }
}

/// Ends the process: without time no application has a number, without randomness every key could
/// be guessed.
fn give_up(why: &str) -> ! {
    tracing::error!("{why}");
    std::process::abort()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use cli::CommandError;

    use super::check;

    #[test]
    fn a_clock_before_1970_or_after_9999_is_refused_with_a_sentence() {
        // The last second of 9999.
        let end = Duration::from_secs(253_402_300_799);
        let second = Duration::from_secs(1);
        for right in [UNIX_EPOCH, UNIX_EPOCH + end] {
            assert!(check(right).is_ok(), "{right:?}");
        }
        for wrong in [UNIX_EPOCH - second, UNIX_EPOCH + end + second] {
            let Err(CommandError::Diagnosis(sentences)) = check(wrong) else {
                panic!("{wrong:?} is taken");
            };
            assert!(sentences[0].contains("The clock of this machine"));
        }
    }
}
