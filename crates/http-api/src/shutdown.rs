//! The end of the service: which requests are still under way, and whether the time is over that
//! they had.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{sleep, timeout};

/// How long the workers may take to drop requests that are cut off.
const LET_GO_TIME_MAX: Duration = Duration::from_secs(2);

const PAUSE: Duration = Duration::from_millis(10);

#[derive(Default)]
pub(crate) struct Shutdown {
    under_way: AtomicUsize,
    is_time_over: AtomicBool,
}

impl Shutdown {
    pub(crate) fn request_begins(&self) {
        self.under_way.fetch_add(1, Ordering::AcqRel);
    }

    /// Whether a request that ends now without an answer counts as cut off.
    pub(crate) fn is_time_over(&self) -> bool {
        self.is_time_over.load(Ordering::Acquire)
    }

    /// Counts a request as ended, after its line in the log is written.
    pub(crate) fn request_ends(&self) {
        self.under_way.fetch_sub(1, Ordering::AcqRel);
    }

    /// From now on a request that ends without an answer counts as cut off.
    pub(crate) fn mark_time_over(&self) {
        self.is_time_over.store(true, Ordering::Release);
    }

    /// Waits, at most `LET_GO_TIME_MAX`, until all requests have written their lines in the log.
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
