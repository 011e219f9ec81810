//! Asks the scanner of files whether it answers, so that its outage shows in the metrics and in the
//! log although nobody sends a file.

use std::time::Duration;

use tokio::time::{MissedTickBehavior, interval};
use usecases::SharedScanner;

const EVERY: Duration = Duration::from_secs(1);

/// Asks it once a second until this future is dropped; does nothing where there is none.
pub(crate) async fn keep_asking_scanner(scanner: Option<&SharedScanner>) {
    let Some(scanner) = scanner else {
        return std::future::pending().await;
    };
    let mut turns = interval(EVERY);
    turns.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut is_away = false;
    loop {
        turns.tick().await;
        let asked = scanner.check().await;
        match &asked {
            Err(error) if !is_away => {
                let error: &dyn std::error::Error = error;
                tracing::warn!(error, "the scanner does not answer, no file is taken");
            }
            Ok(()) if is_away => tracing::info!("the scanner answers again"),
            _ => {}
        }
        is_away = asked.is_err();
    }
}
