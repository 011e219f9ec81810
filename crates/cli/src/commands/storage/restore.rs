//! `restore`: puts a backup into an empty database and an empty blob store, or goes on with that.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use usecases::{InternalError, Storage, TransferReport};

use crate::found_faults::FoundFaults;
use crate::progress::Progress;
use crate::{CommandError, FormLibrary, MachineClock, StorageLocation, StorageMaker, terminal};

use super::backup_source::BackupSource;
use super::folder::BackupFolder;
use super::manifest::Manifest;
use super::{counted, of_copying, storage_to_fill};

/// How many faults are repeated in the last sentence.
const SHOWN_MAX: usize = 5;

/// Copies a whole backup into the configured storage, which must be empty, or hold nothing but what
/// a restore of it has left that was cut.
pub(super) async fn run<I>(installation: &I, dir: &Path) -> Result<(), CommandError>
where
    I: StorageLocation + StorageMaker + FormLibrary + MachineClock,
{
    let (folder, manifest) = BackupFolder::open(dir)?;
    let of_backup = I::in_folder(folder.path())?;
    if of_backup.shares_storage(installation) {
        return Err(anyhow!("The configured storage is the backup itself.").into());
    }
    BackupSource::see_whole(&of_backup, manifest.applications)?;
    let (to, _lock) = storage_to_fill(installation).await?;
    let has_part = see_takes_backup(&to).await?;
    // Only now: whoever is refused may want to restore it with the older program that made it.
    let from = BackupSource::open(&of_backup).await?;
    if has_part {
        see_part_is_of::<I>(&from.storage, &to).await?;
    }
    let copied = copy(installation, &from.storage, &to).await;
    let (done, found) = copied.map_err(|error| from.tell(error))?;
    judge(&done, &found, &manifest)?;
    terminal::print_message(&format!(
        "{} of {} UTC are back, compared and verified.",
        counted(manifest.applications, "application"),
        manifest.rows_of
    ));
    Ok(())
}

/// Refuses a target that is in use. Answers whether it has a part of a copy.
async fn see_takes_backup(to: &Storage) -> Result<bool, CommandError> {
    if to.is_empty().await? {
        return Ok(false);
    }
    match Storage::unfinished_copy(&to.store).await? {
        Some(_) => Ok(true),
        None => Err(not_empty()),
    }
}

/// Refuses a target whose part of a copy is not one of this backup.
async fn see_part_is_of<C: MachineClock>(
    backup: &Storage,
    to: &Storage,
) -> Result<(), CommandError> {
    let transfer = super::transfer::<C>(backup, to, &Arc::new(Progress::new()));
    let survey = transfer.survey().await?;
    if !survey.absent_at_source.is_empty() || !survey.not_a_copy.is_empty() {
        return Err(not_empty());
    }
    terminal::print_message("A restore into this storage was cut, and goes on.");
    Ok(())
}

fn not_empty() -> CommandError {
    CommandError::Other(anyhow!(
        "The configured database or blob store is not empty, and a restore replaces nothing. Empty \
            both, or configure others."
    ))
}

/// It goes on where it was cut.
fn full(error: InternalError) -> CommandError {
    of_copying(error, "Make room and call again")
}

/// Copies everything, compares and verifies it. Answers also what was found to be wrong.
async fn copy<I: FormLibrary + MachineClock>(
    installation: &I,
    from: &Storage,
    to: &Storage,
) -> Result<(TransferReport, FoundFaults), CommandError> {
    // A backup of before versions of form types were stored has the form types of today.
    let forms = installation.form_types(None)?;
    let filled = forms.fill_versions(&from.store, I::clock().now()).await;
    filled.context("The backup cannot be brought up to date where it lies")?;
    let progress = Arc::new(Progress::new());
    let transfer = super::transfer::<I>(from, to, &progress);
    let done = transfer.run().await.map_err(full)?;
    transfer.compare().await?;
    super::verify::<I>(to, &progress).await?;
    transfer.end().await?;
    Ok((done, progress.faults()))
}

/// Whether all is back that the backup has, and nothing is damaged that was whole when it was made;
/// else, or where something was damaged already then, what to tell.
fn judge(
    done: &TransferReport,
    found: &FoundFaults,
    manifest: &Manifest,
) -> Result<(), CommandError> {
    let unknown = manifest.unknown(found);
    let back = done.copied + done.unchanged;
    let told = if back != manifest.applications || !unknown.is_empty() {
        format!(
            "{} of {} are back, with {}{}: the backup is damaged, or somebody else wrote to the \
                target.{}",
            back,
            counted(manifest.applications, "application"),
            counted(found.count(), "fault"),
            made_with(manifest.faults),
            named(&unknown)
        )
    } else if manifest.faults > 0 {
        // What was damaged at the backup, such as an original that it lacks, is found once more.
        format!(
            "{} of {} UTC are back as the backup has them, but it was made with {}: what was \
                damaged then is not in it.{}",
            counted(back, "application"),
            manifest.rows_of,
            counted(manifest.faults, "fault"),
            match (found.count(), manifest.names_all()) {
                (0, _) => "",
                (_, true) => " What is named above is of that.",
                (_, false) => " What is named above is of that, or has been damaged since.",
            }
        )
    } else {
        return Ok(());
    };
    Err(CommandError::Diagnosis(vec![told]))
}

/// The words for a backup that was made with faults; empty if it was not.
fn made_with(faults: u64) -> String {
    match faults {
        0 => String::new(),
        faults => format!(" (it was made with {})", counted(faults, "fault")),
    }
}

/// Some of the faults that the backup did not have when it was made.
fn named(unknown: &[&str]) -> String {
    let shown: Vec<&str> = unknown.iter().take(SHOWN_MAX).copied().collect();
    match shown.as_slice() {
        [] => String::new(),
        shown => format!(" When it was made this was not so: {}", shown.join(" ")),
    }
}
