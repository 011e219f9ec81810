//! Measures the room for files, at the start and then four times a minute.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use usecases::{InternalError, StorageRoom};

use crate::RoomListener;

const EVERY: Duration = Duration::from_secs(15);

/// Measures until it is dropped, one at a time: a disk or a database that hangs is not asked again
/// meanwhile. A measurement that fails is tried again next time; requests that meet the fault
/// report it.
pub(crate) async fn keep_measuring(room: &StorageRoom, listener: &dyn RoomListener) {
    // Whoever looks at a service that takes no file looks at how its log begins.
    if let Err(InternalError::StorageFull(why)) = room.check().await {
        tracing::warn!("no file is taken: {why}");
    }
    let mut turns = interval(EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turns.tick().await;
        let report = room.report().await;
        if let Err(error) = &report {
            let error: &dyn std::error::Error = error;
            tracing::debug!(error, "the room for files could not be measured");
        }
        listener.measured(report.ok());
    }
}
