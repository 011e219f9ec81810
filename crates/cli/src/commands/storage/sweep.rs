//! `sweep`: erases what no application names any more, what uploads that were cut off have left,
//! and answers that were kept long enough, once.

use anyhow::Context as _;
use usecases::Sweeper;

use crate::sweeping::earlier;
use crate::{CommandError, ExistingStorage, MachineClock, SweepSettings, terminal};

use super::{counted, existing_storage};

/// Sweeps once, and says what was removed.
pub(super) async fn run<I>(installation: &I) -> Result<(), CommandError>
where
    I: ExistingStorage + SweepSettings + MachineClock,
{
    let storage = existing_storage(installation)?;
    let now = I::clock().now();
    let ages = installation.sweep_ages();
    let before = earlier(now, ages.grace_seconds);
    let before = before.context("The grace time is longer than time")?;
    let sweeper = Sweeper::new(storage.store, storage.blobs);
    let answers = sweeper.forget_answers(now).await?;
    let swept = sweeper.sweep(before).await?;
    let unfinished = sweeper.remove_unfinished(ages.unfinished_min());
    let unfinished = unfinished.await;
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
        terminal::print_message(&format!(
            "Unfinished uploads could not be looked for: {error:#}."
        ));
    }
    if swept.failed > 0 {
        return Err(CommandError::Diagnosis(vec![format!(
            "{removed} erased, {} could not be: the log above says why of each. The next sweep \
             tries again; a row that makes no sense, or that lists what an application names, \
             stays until somebody deletes it.",
            swept.failed
        )]));
    }
    terminal::print_message(&format!("{removed} erased."));
    Ok(())
}
