//! The end of the service: which requests are still under way, and whether the time is over that
//! they had.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How long the workers may take to let go of what is cut off.
const LET_GO_TIME_MAX: Duration = Duration::from_secs(2);

const PAUSE: Duration = Duration::from_millis(10);

#[derive(Default)]
pub(crate) struct Stopping {
    under_way: AtomicUsize,
    is_time_over: AtomicBool,
}

impl Stopping {
    pub(crate) fn request_begins(&self) {
        self.under_way.fetch_add(1, Ordering::AcqRel);
    }

    /// Whether what ends now without an answer is cut off.
    pub(crate) fn is_time_over(&self) -> bool {
        self.is_time_over.load(Ordering::Acquire)
    }

    /// The last of a request: its line is written.
    pub(crate) fn request_ends(&self) {
        self.under_way.fetch_sub(1, Ordering::AcqRel);
    }

    /// From now on what ends without an answer is cut off.
    pub(crate) fn time_is_over(&self) {
        self.is_time_over.store(true, Ordering::Release);
    }

    /// Waits until all requests have left their line, whose threads are ending.
    pub(crate) async fn all_have_ended(&self) {
        let ended = async {
            while self.under_way.load(Ordering::Acquire) > 0 {
                sleep(PAUSE).await;
            }
        };
        // A thread that hangs shall not keep the service from its end.
        let _ = timeout(LET_GO_TIME_MAX, ended).await;
    }
}
