//! Sweeps loose blobs and expired answers, at the start and then every ten minutes; and filled
//! forms out of the memory, every minute.

use std::time::Duration;

use domain::Timestamp;
use ports::Clock;
use tokio::time::{MissedTickBehavior, interval};
use usecases::{Applications, Sweeper};

use crate::{SweepAges, SweepListener};

const EVERY: Duration = Duration::from_secs(600);

/// Filled forms are kept for five minutes: they are gone not much later.
const FORGET_EVERY: Duration = Duration::from_secs(60);

/// Forgets filled forms that are too old until it is dropped.
pub(crate) async fn keep_forgetting(applications: &Applications) {
    let mut turns = interval(FORGET_EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turns.tick().await;
        applications.forget_old_forms();
    }
}

/// Sweeps until it is dropped. A sweep that fails is logged, and tried again next time.
pub(crate) async fn keep_sweeping(
    sweeper: &Sweeper,
    sweeps: &dyn SweepListener,
    clock: &dyn Clock,
    ages: SweepAges,
) {
    let mut turns = interval(EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turns.tick().await;
        if let Err(error) = sweeper.forget_answers(clock.now()).await {
            let error: &dyn std::error::Error = &error;
            tracing::warn!(
                error,
                "answers that were kept long enough stay for the next sweep"
            );
        }
        let Some(before) = earlier(clock.now(), ages.grace_seconds) else {
            continue;
        };
        match sweeper.sweep(before).await {
            Ok(swept) => {
                sweeps.ended(&swept, clock.now());
                if swept.removed + swept.failed > 0 {
                    tracing::info!(removed = swept.removed, failed = swept.failed, "swept");
                }
            }
            Err(error) => {
                sweeps.failed();
                let error: &dyn std::error::Error = &error;
                tracing::warn!(error, "a sweep broke off");
            }
        }
        remove_unfinished(sweeper, ages.unfinished_min()).await;
    }
}

async fn remove_unfinished(sweeper: &Sweeper, age_min: Duration) {
    match sweeper.remove_unfinished(age_min).await {
        Ok(0) => {}
        Ok(removed) => tracing::info!(removed, "removed what uploads that were cut off had left"),
        Err(error) => {
            let error: &dyn std::error::Error = &error;
            tracing::warn!(
                error,
                "what uploads that were cut off have left could not be removed"
            );
        }
    }
}

/// The time so many seconds earlier; `None` before the first year.
pub(crate) fn earlier(now: Timestamp, seconds: u64) -> Option<Timestamp> {
    let microseconds = i64::try_from(seconds).ok()?.checked_mul(1_000_000)?;
    Timestamp::from_microseconds(now.microseconds().checked_sub(microseconds)?)
}

#[cfg(test)]
mod tests {
    use domain::Timestamp;

    use super::earlier;

    #[test]
    fn the_grace_time_is_counted_in_seconds() {
        let now = Timestamp::from_microseconds(3_600_000_001).unwrap();
        assert_eq!(earlier(now, 3600), Timestamp::from_microseconds(1));
        assert_eq!(earlier(now, u64::MAX), None);
    }
}
