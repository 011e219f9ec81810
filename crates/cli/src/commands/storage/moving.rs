//! `move`: copies everything from one storage to another; may be repeated.

use std::sync::Arc;

use anyhow::anyhow;
use domain::PaId;
use usecases::{InternalError, SurveyReport, Transfer};

use crate::progress::Progress;
use crate::{
    CommandError, MachineClock, StorageLocation, StorageMaker, refuse_unfinished_copy, terminal,
};

use super::{counted, existing_storage, megabytes, of_copying, storage_to_fill};

/// How many numbers are named in a message.
const NAMED_MAX: usize = 5;

/// Makes the target like the source.
pub(super) async fn run<I>(from: &I, to: &I, erase: bool) -> Result<(), CommandError>
where
    I: StorageLocation + StorageMaker + MachineClock,
{
    if from.shares_storage(to) {
        return Err(CommandError::Configuration(vec![
            "Source and target have the same database or the same blob store.".to_owned(),
        ]));
    }
    let from = existing_storage(from)?;
    refuse_unfinished_copy(&from.store).await?;
    let (to, _lock) = storage_to_fill(to).await?;
    let progress = Arc::new(Progress::new());
    let transfer = super::transfer::<I>(&from, &to, &progress);
    let erased = make_room(&transfer, erase).await?;
    let done = transfer.run().await.map_err(full)?;
    transfer.compare().await?;
    super::verify::<I>(&to, &progress).await?;
    transfer.end().await?;
    let faults = progress.faults().count();
    drop((transfer, progress));
    let what = format!(
        "{} copied with {} ({}), {} there already, {erased} erased",
        counted(done.copied, "application"),
        counted(done.blobs, "blob"),
        megabytes(done.bytes),
        done.unchanged
    );
    if faults > 0 {
        return Err(CommandError::Diagnosis(vec![format!(
            "{what}; the target is not like the source: {}. If the source was in use, call again.",
            counted(faults, "fault")
        )]));
    }
    terminal::print_message(&format!("{what}; the target is like the source."));
    Ok(())
}

/// Refuses a target that holds anything but an earlier copy.
async fn make_room(transfer: &Transfer, erase: bool) -> Result<usize, CommandError> {
    let survey = transfer.survey().await?;
    let SurveyReport {
        absent_at_source,
        not_a_copy,
        ..
    } = &survey;
    if !not_a_copy.is_empty() {
        return Err(CommandError::Other(anyhow!(
            "The target is in use: it has applications that are no copies, or were changed there \
                ({}). Delete them there, or name an empty target, and call again.",
            named(not_a_copy)
        )));
    }
    if !absent_at_source.is_empty() && !erase {
        return Err(CommandError::Other(anyhow!(
            "The target has applications that the source does not have ({}). If they were erased \
                there since an earlier move, call again with --erase.",
            named(absent_at_source)
        )));
    }
    transfer.erase_absent(&survey).await.map_err(full)
}

/// It goes on where it was cut.
fn full(error: InternalError) -> CommandError {
    of_copying(error, "Make room and call again")
}

fn named(pa_ids: &[PaId]) -> String {
    let shown: Vec<String> = pa_ids.iter().take(NAMED_MAX).map(PaId::to_string).collect();
    let more = pa_ids.len().saturating_sub(NAMED_MAX);
    match more {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
