//! `sweep`: erases what no application names any more, what uploads that were cut off have left,
//! and answers that were kept long enough, once.

use std::time::Duration;

use anyhow::Context as _;
use ports::Clock as _;
use usecases::Sweeper;

use crate::clock::SystemClock;
use crate::failure::Failure;
use crate::settings::Settings;
use crate::sweeping::earlier;
use crate::{terminal, wiring};

use super::counted;

/// One sweep.
pub(super) async fn run(settings: &Settings) -> Result<(), Failure> {
    let storage = wiring::existing_storage(settings)?;
    let now = SystemClock.now();
    let before = earlier(now, settings.sweep_grace_seconds);
    let before = before.context("The grace time is longer than time")?;
    let sweeper = Sweeper::new(storage.store, storage.blobs);
    let answers = sweeper.forget_answers(now).await?;
    let swept = sweeper.sweep(before).await?;
    let grace = Duration::from_secs(settings.sweep_grace_seconds);
    let unfinished = sweeper.remove_unfinished(grace).await;
    let removed = format!(
        "{}{} and {}",
        counted(swept.removed as u64, "loose blob"),
        unfinished.as_ref().map_or_else(
            |_| String::new(),
            |removed| format!(", {}", counted(*removed as u64, "unfinished upload"))
        ),
        counted(answers as u64, "expired answer")
    );
    // No failure: some S3 servers list no uploads, and the rest is done.
    if let Err(error) = unfinished {
        let error = anyhow::Error::from(error);
        terminal::say(&format!(
            "Unfinished uploads could not be looked for: {error:#}."
        ));
    }
    if swept.failed > 0 {
        return Err(Failure::Diagnosis(vec![format!(
            "{removed} erased, {} could not be; the next sweep tries again.",
            swept.failed
        )]));
    }
    terminal::say(&format!("{removed} erased."));
    Ok(())
}
