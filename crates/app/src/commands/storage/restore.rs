//! `restore`: puts a backup into an empty database and an empty blob store.

use std::path::Path;
use std::sync::Arc;

use anyhow::ensure;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::{terminal, wiring};

use super::counted;
use super::folder::BackupFolder;

/// Fills the configured storage.
pub(super) async fn run(settings: &Settings, dir: &Path) -> Result<(), Failure> {
    let (folder, manifest) = BackupFolder::open(dir)?;
    let of_backup = folder.settings()?;
    ensure_apart(&of_backup, settings)?;
    // A backup of an older version is brought up to date where it lies.
    let from = wiring::ready_storage(&of_backup)?;
    let to = wiring::ready_storage(settings)?;
    if !to.is_empty().await? {
        return Err(Failure::Error(anyhow::anyhow!(
            "The configured database or blob store is not empty, and a restore replaces nothing. \
                Empty both, or configure others."
        )));
    }
    let progress = Arc::new(Progress::new());
    let transfer = super::transfer(&from, &to, &progress);
    let done = transfer.run().await?;
    let mut faults = done.faults + transfer.compare().await?;
    faults += super::verify(&to, &progress).await?.faults;
    drop((transfer, progress));
    if faults > 0 || done.copied != manifest.applications {
        return Err(Failure::Diagnosis(vec![format!(
            "{} of {} are back, with {}: the backup is damaged, or somebody else wrote to the \
                target.",
            done.copied,
            counted(manifest.applications, "application"),
            counted(faults, "fault")
        )]));
    }
    terminal::say(&format!(
        "{} of {} UTC are back, compared and verified.",
        counted(done.copied, "application"),
        manifest.rows_of
    ));
    Ok(())
}

fn ensure_apart(backup: &Settings, target: &Settings) -> anyhow::Result<()> {
    ensure!(
        !backup.share_storage(target),
        "The configured storage is the backup itself."
    );
    Ok(())
}
