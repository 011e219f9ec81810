//! `backup`: a copy of everything, made while the service serves.
//!
//! First all rows of one moment are put aside, which is quick; then each application is copied with
//! its bytes. What was erased in between is found to be missing and left out.

use std::path::Path;
use std::sync::Arc;

use ports::Clock as _;
use usecases::{Snapshot, Storage, Transfer, TransferPorts, TransferReport};

use crate::clock::SystemClock;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::{terminal, wiring};

use super::folder::{BackupFolder, Manifest};
use super::{counted, megabytes};

/// Fills the folder.
pub(super) async fn run(settings: &Settings, dir: &Path) -> Result<(), Failure> {
    let live = wiring::existing_storage(settings)?;
    let folder = BackupFolder::make(dir)?;
    let rows_of = SystemClock.now();
    let done = copy(&live, &folder).await?;
    folder.finish(&Manifest {
        applications: done.copied,
        rows_of,
    })?;
    let what = format!(
        "{} with {} ({}) are in {}",
        counted(done.copied, "application"),
        counted(done.blobs, "blob"),
        megabytes(done.bytes),
        dir.display()
    );
    if done.faults > 0 {
        let faults = counted(done.faults, "fault");
        return Err(Failure::Diagnosis(vec![format!(
            "{what}, but what is damaged is not: {faults}."
        )]));
    }
    terminal::say(&format!("{what}."));
    Ok(())
}

/// When it ends, both databases in the folder are closed.
async fn copy(live: &Storage, folder: &BackupFolder) -> Result<TransferReport, Failure> {
    let progress = Arc::new(Progress::new());
    let rows = wiring::store_of_rows(&folder.rows())?;
    let now = SystemClock.now();
    Snapshot::take(&live.store, &rows, now, progress.as_ref()).await?;
    let transfer = Transfer::new(TransferPorts {
        from: Storage {
            store: rows,
            blobs: Arc::clone(&live.blobs),
        },
        live: Arc::clone(&live.store),
        to: wiring::ready_storage(&folder.settings()?)?,
        clock: Arc::new(SystemClock),
        watcher: progress,
    });
    Ok(transfer.run().await?)
}
