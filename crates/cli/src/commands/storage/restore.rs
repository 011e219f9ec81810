//! `restore`: puts a backup into an empty database and an empty blob store.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;

use crate::instance_lock::hold_alone;
use crate::progress::Progress;
use crate::{CommandError, Installation, terminal};

use super::counted;
use super::folder::BackupFolder;

/// Copies a whole backup into the configured storage, which must be empty.
pub(super) async fn run<I: Installation>(installation: &I, dir: &Path) -> Result<(), CommandError> {
    let (folder, manifest) = BackupFolder::open(dir)?;
    let of_backup = I::in_folder(folder.path())?;
    if of_backup.shares_storage(installation) {
        return Err(anyhow!("The configured storage is the backup itself.").into());
    }
    // A backup of an older version is brought up to date where it lies.
    let from = of_backup.ready_storage()?;
    let to = installation.ready_storage()?;
    if !to.is_empty().await? {
        return Err(CommandError::Other(anyhow!(
            "The configured database or blob store is not empty, and a restore replaces nothing. \
                Empty both, or configure others."
        )));
    }
    let _lock = installation.database_file().map(hold_alone).transpose()?;
    // A backup of before versions of form types were stored has the form types of today.
    let forms = installation.form_types(None)?;
    forms.fill_versions(&from.store, I::clock().now()).await?;
    let progress = Arc::new(Progress::new());
    let transfer = super::transfer::<I>(&from, &to, &progress);
    let done = transfer.run().await?;
    transfer.compare().await?;
    super::verify::<I>(&to, &progress).await?;
    let faults = progress.fault_count();
    drop((transfer, progress));
    let is_whole = done.copied == manifest.applications;
    // What was damaged at the backup, such as an original that it lacks, is found once more here.
    if !is_whole || faults > manifest.faults {
        return Err(CommandError::Diagnosis(vec![format!(
            "{} of {} are back, with {}{}: the backup is damaged, or somebody else wrote to the \
                target.",
            done.copied,
            counted(manifest.applications, "application"),
            counted(faults, "fault"),
            made_with(manifest.faults)
        )]));
    }
    if manifest.faults > 0 {
        return Err(CommandError::Diagnosis(vec![format!(
            "{} of {} UTC are back as the backup has them, but it was made with {}: what was \
                damaged then is not in it.{}",
            counted(done.copied, "application"),
            manifest.rows_of,
            counted(manifest.faults, "fault"),
            match faults {
                0 => "",
                _ => " What is named above is of that, or has been damaged since.",
            }
        )]));
    }
    terminal::print_message(&format!(
        "{} of {} UTC are back, compared and verified.",
        counted(done.copied, "application"),
        manifest.rows_of
    ));
    Ok(())
}

/// That a backup was made with faults, if it was.
fn made_with(faults: u64) -> String {
    match faults {
        0 => String::new(),
        faults => format!(" (it was made with {})", counted(faults, "fault")),
    }
}
