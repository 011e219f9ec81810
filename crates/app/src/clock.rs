//! The system's clock and randomness: the two ports that only the operating system can serve.

use std::time::{SystemTime, UNIX_EPOCH};

use domain::Timestamp;
use ports::{Clock, Entropy};

/// The system's clock.
pub(crate) struct SystemClock;

/// The system's randomness.
pub(crate) struct SystemEntropy;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the clock that the port stands for"
        )]
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = since
            .ok()
            .and_then(|since| i64::try_from(since.as_micros()).ok())
            .and_then(Timestamp::from_microseconds);
        match now {
            Some(now) => now,
            None => give_up("the system's clock stands before 1970 or after 9999"),
        }
    }
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
