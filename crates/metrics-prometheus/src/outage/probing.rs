//! Asks what does not answer until it does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::future::BoxFuture;
use ports::AccessMode;
use tokio::time::sleep;

use super::availability::Availability;

/// Between the end of one probe and the next.
const PAUSE: Duration = Duration::from_secs(1);

/// Asks for something cheap that leaves nothing behind; whether that was answered.
pub(crate) type Probe = Arc<dyn Fn(AccessMode) -> BoxFuture<'static, bool> + Send + Sync>;

/// A disk that is full is not read for nothing. What cannot be read is written to as well: every
/// request reads first, so none would find out that writing is away too.
pub(super) async fn until_answered(availability: Arc<Availability>, probe: Probe) {
    while availability.is_away() {
        sleep(PAUSE).await;
        for way in [AccessMode::Read, AccessMode::Write] {
            let is_asked = match way {
                AccessMode::Read => availability.is_way_away(way),
                AccessMode::Write => availability.is_away(),
            };
            if is_asked {
                let asked_at = Instant::now();
                let is_answered = probe(way).await;
                availability.note(way, asked_at, is_answered);
            }
        }
    }
}
