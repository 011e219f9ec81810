//! Waiting for what happens beside the answers: for the event itself, however busy the machine is.

use std::time::{Duration, Instant};

/// What has not happened after so long does not happen any more.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Between one look and the next.
pub const PAUSE: Duration = Duration::from_millis(50);

/// Whether it comes.
pub fn comes(mut is_so: impl FnMut() -> bool) -> bool {
    let began = Instant::now();
    loop {
        if is_so() {
            return true;
        }
        if began.elapsed() > PATIENCE {
            return false;
        }
        std::thread::sleep(PAUSE);
    }
}

/// Waits until it comes.
///
/// # Panics
///
/// Where it does not.
pub fn wait_until(what: &str, is_so: impl FnMut() -> bool) {
    assert!(comes(is_so), "it did not come: {what}");
}
