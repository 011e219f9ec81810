//! Gives memory back while the service has little to do.
//!
//! It takes milliseconds, and what is needed again is got again: so it waits until the processor
//! was hardly used for a while, and is done only when it was used since the last time.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use tokio::task::spawn_blocking;
use tokio::time::{MissedTickBehavior, interval};
use usecases::Applications;

/// From one look to the next.
const EVERY: Duration = Duration::from_secs(10);

/// Of the processor: a service that took less from one look to the next has little to do, and one
/// that took less since memory was given back has hardly any to give. The start always has.
const LITTLE: Duration = Duration::from_millis(100);

/// Gives memory back whenever that is due, until it is dropped. What is kept for speed alone is
/// forgotten before: it holds personal data, and is made again in no time.
pub(crate) async fn keep_giving_memory_back(applications: &Applications) {
    let mut turns = interval(EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut watch = IdleWatch::default();
    loop {
        turns.tick().await;
        if watch.is_due(processor_time()) {
            applications.empty_caches();
            // The requests that come meanwhile are answered by other threads.
            let _ = spawn_blocking(idle_memory::give_back).await;
        }
    }
}

/// What all threads of this process have taken of the processors since its start.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The processor times at the last look, and when memory was given back last.
#[derive(Debug, Default)]
struct IdleWatch {
    seen: Option<Duration>,
    given_back: Option<Duration>,
}

impl IdleWatch {
    /// Whether memory is to be given back now. The first look only notes where the clock stands.
    fn is_due(&mut self, now: Duration) -> bool {
        let Some(seen) = self.seen.replace(now) else {
            return false;
        };
        let is_little = |since: Duration| now.saturating_sub(since) < LITTLE;
        let is_due = is_little(seen) && !self.given_back.is_some_and(is_little);
        if is_due {
            self.given_back = Some(now);
        }
        is_due
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::IdleWatch;

    #[test]
    fn memory_is_given_back_once_after_work_and_never_during_it() {
        let mut watch = IdleWatch::default();
        let mut is_due = |milliseconds| watch.is_due(Duration::from_millis(milliseconds));
        assert!(!is_due(50), "the start is under way");
        assert!(is_due(60), "the start is over, however quick it was");
        assert!(!is_due(150), "little was done since");
        assert!(!is_due(5_000) && !is_due(9_000), "it works");
        assert!(is_due(9_050), "the work is over");
        assert!(!is_due(9_140) && is_due(9_220), "little by little");
        // A clock that goes back is one that the system does not tell.
        assert!(!is_due(0));
    }
}
