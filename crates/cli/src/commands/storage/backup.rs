//! `backup`: copies everything into a folder while the service serves.
//!
//! First a snapshot of all rows is taken, which is quick; then each application is copied with its
//! bytes. What was erased in between is found to be missing and left out.

use std::path::Path;
use std::sync::Arc;

use usecases::{
    InternalError, Snapshot, Storage, Transfer, TransferPorts, TransferReport, Verification,
};

use crate::found_faults::FoundFaults;
use crate::progress::Progress;
use crate::{
    CommandError, MachineClock, StorageLocation, StorageMaker, refuse_unfinished_copy, terminal,
};

use super::folder::BackupFolder;
use super::manifest::{Manifest, NAMED_MAX};
use super::{counted, existing_storage, megabytes, of_copying};

/// Copies rows and bytes into the folder; the manifest, written last, marks it as complete.
pub(super) async fn run<I>(installation: &I, dir: &Path) -> Result<(), CommandError>
where
    I: StorageLocation + StorageMaker + MachineClock,
{
    let live = existing_storage(installation)?;
    refuse_unfinished_copy(&live.store).await?;
    let folder = BackupFolder::make(dir)?;
    for cut in folder.cut_beside() {
        terminal::print_message(&format!(
            "Beside it {} holds a backup that was cut, or is still being made: remove it if \
             nothing writes to it.",
            cut.display()
        ));
    }
    let rows_of = I::clock().now();
    let (done, faults) = copy::<I>(&live, &folder).await?;
    folder.finish(&Manifest {
        applications: done.copied,
        rows_of,
        faults: faults.count(),
        damaged: named(faults.told()),
        in_the_copy: named(faults.in_a_copy()),
    })?;
    let what = format!(
        "{} with {} ({}) are in {}",
        counted(done.copied, "application"),
        counted(done.blobs, "blob"),
        megabytes(done.bytes),
        dir.display()
    );
    if faults.count() > 0 {
        let faults = counted(faults.count(), "fault");
        return Err(CommandError::Diagnosis(vec![format!(
            "{what}, with {faults}: what is named above, and in its backup.toml, is damaged or \
             missing there too."
        )]));
    }
    terminal::print_message(&format!("{what}."));
    Ok(())
}

/// The sentences that the manifest has room for.
fn named<'faults>(sentences: impl Iterator<Item = &'faults str>) -> Vec<String> {
    sentences.take(NAMED_MAX).map(str::to_owned).collect()
}

/// What a cut backup has left keeps the next one out of the same folder, and takes room beside it.
fn full(error: InternalError) -> CommandError {
    of_copying(
        error,
        "Remove the folder of this backup, make room and call again",
    )
}

/// Answers also the faults that were named. When it ends, both databases in the folder are
/// closed.
async fn copy<I>(
    live: &Storage,
    folder: &BackupFolder,
) -> Result<(TransferReport, FoundFaults), CommandError>
where
    I: StorageLocation + StorageMaker + MachineClock,
{
    let progress = Arc::new(Progress::new());
    let rows = I::store_of_rows(&folder.rows())?;
    let now = I::clock().now();
    let taken = Snapshot::take(&live.store, &rows, now, progress.as_ref()).await;
    taken.map_err(full)?;
    let to = I::in_folder(folder.path())?.ready_storage().await?;
    let transfer = Transfer::new(TransferPorts {
        from: Storage {
            store: rows,
            blobs: Arc::clone(&live.blobs),
        },
        live: Arc::clone(&live.store),
        to: to.clone(),
        clock: I::clock(),
        watcher: progress.clone(),
    });
    let done = transfer.run().await.map_err(full)?;
    let copied = Verification::new(to, I::clock(), progress.clone()).of_rows();
    copied.run().await?;
    transfer.end().await?;
    Ok((done, progress.faults()))
}
