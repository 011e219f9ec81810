//! Tries the shared count of requests while it is unreachable, so that it is used again even while
//! no request comes.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use usecases::RequestLimits;

const EVERY: Duration = Duration::from_secs(1);

/// Tries it once a second until this future is dropped.
pub(crate) async fn keep_looking_for_shared_count(limits: &RequestLimits) {
    let mut turns = interval(EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turns.tick().await;
        limits.look_for_shared_count().await;
    }
}
