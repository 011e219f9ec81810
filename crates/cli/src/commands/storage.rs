//! Commands for all that is stored: check, verify, backup, restore, move, sweep, recount.

mod backup;
mod backup_source;
mod check;
mod folder;
mod manifest;
mod moving;
mod recount;
mod restore;
mod sweep;
mod verify;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use ports::Store;
use usecases::{InternalError, Storage, Transfer, TransferPorts, Verification, VerificationReport};

use crate::command_line::{Configuration, StorageCommand};
use crate::instance_lock::{InstanceLock, hold_alone};
use crate::progress::Progress;
use crate::{
    CommandError, ExistingStorage, Installation, MachineClock, ProgramSettings, StorageLocation,
    StorageMaker,
};

use super::{counted, runtime};

/// How long a command waits in the end for work on files that nobody waits for.
const LEFT_MAX: Duration = Duration::from_secs(5);

/// Runs the command.
pub(crate) fn run<I: Installation>(command: &StorageCommand) -> Result<(), CommandError> {
    match command {
        StorageCommand::Check(configuration) => {
            let installation = configuration.read::<I>()?;
            working(&installation, check::run(&installation))
        }
        StorageCommand::Verify { configuration, of } => {
            let installation = named_or_configured::<I>(of.as_deref(), configuration)?;
            working(&installation, verify::run(&installation))
        }
        StorageCommand::Backup { dir, configuration } => {
            let installation = configuration.read::<I>()?;
            working(&installation, backup::run(&installation, dir))
        }
        StorageCommand::Restore { dir, configuration } => {
            let installation = configuration.read::<I>()?;
            working(&installation, restore::run(&installation, dir))
        }
        StorageCommand::Move {
            from,
            to,
            erase,
            configuration,
        } => {
            let from = named_or_configured::<I>(from.as_deref(), configuration)?;
            let to = I::of_storage(to)?;
            working(&from, moving::run(&from, &to, *erase))
        }
        StorageCommand::Recount(configuration) => {
            let installation = configuration.read::<I>()?;
            working(&installation, recount::run(&installation))
        }
        StorageCommand::Sweep(configuration) => {
            let installation = configuration.read::<I>()?;
            working(&installation, sweep::run(&installation))
        }
    }
}

/// Runs the command's work, with the log as it is configured.
fn working(
    settings: &impl ProgramSettings,
    work: impl Future<Output = Result<(), CommandError>>,
) -> Result<(), CommandError> {
    settings.start_log();
    let runtime = runtime()?;
    let outcome = runtime.block_on(work);
    // A disk that hangs must not keep what was found from being told.
    runtime.shutdown_timeout(LEFT_MAX);
    outcome
}

/// What is wrong where a database has applications and its blob store is not there.
pub const MISSING_BLOBS: &str = "its folder does not exist or holds nothing of one, as where its \
    disk is not mounted, but the database has applications whose files lie there: mount it, or \
    bring it back from a backup; if the files are lost, make an empty folder `staging` in it, and \
    `formservice verify` names what is missing";

/// Refuses a database that `restore` or `move` has begun to fill and not yet ended.
pub async fn refuse_unfinished_copy(store: &Arc<dyn Store>) -> Result<(), CommandError> {
    let Some(begun_at) = Storage::unfinished_copy(store).await? else {
        return Ok(());
    };
    Err(CommandError::Diagnosis(vec![format!(
        "The database holds a part of a copy: a restore or move into it that was begun at \
            {begun_at} UTC was cut, or is still running. Call that command once more, it goes on; \
            or empty the storage. To go on with the part alone, see \"Restore\" in the manual for \
            operators."
    )]))
}

fn named_or_configured<I: ProgramSettings + StorageLocation>(
    named: Option<&str>,
    configuration: &Configuration,
) -> Result<I, CommandError> {
    match named {
        Some(named) => I::of_storage(named),
        None => configuration.read(),
    }
}

/// A storage that exists and is up to date. Nothing is made and nothing migrated: another version
/// of the service may be running on it.
fn existing_storage(installation: &impl ExistingStorage) -> Result<Storage, CommandError> {
    let store = installation.existing_store()?;
    let blobs = installation.existing_blobs()?;
    let blobs = blobs.context(
        "There is no blob store: its folder does not exist or holds nothing of one, as where its \
         disk is not mounted. Mount it or bring it back from a backup; where nothing was ever \
         stored, `formservice serve` makes it.",
    )?;
    Ok(Storage { store, blobs })
}

/// A storage that is to be filled, made if it is not there, and the lock of its file. An error if a
/// service runs on it, before anything is made or migrated: that may be another version.
async fn storage_to_fill(
    installation: &impl StorageMaker,
) -> Result<(Storage, Option<InstanceLock>), CommandError> {
    let lock = || installation.database_file().map(hold_alone).transpose();
    drop(lock()?);
    let storage = installation.ready_storage().await?;
    // A file that was not there could not be locked before.
    Ok((storage, lock()?))
}

/// A transfer from one storage, which nobody changes or which may be copied again, to another.
fn transfer<C: MachineClock>(from: &Storage, to: &Storage, progress: &Arc<Progress>) -> Transfer {
    Transfer::new(TransferPorts {
        from: from.clone(),
        live: Arc::clone(&from.store),
        to: to.clone(),
        clock: C::clock(),
        watcher: progress.clone(),
    })
}

/// Says where room is missing, and what to do. Nothing of what is copied is written where it comes
/// from; a database server can be full for a query all the same.
fn of_copying(error: InternalError, next: &str) -> CommandError {
    let is_full = matches!(error, InternalError::StorageFull(_));
    let error = anyhow::Error::new(error);
    CommandError::Other(match is_full {
        true => error.context(format!(
            "There is no room left, mostly where it is copied to. {next}"
        )),
        false => error,
    })
}

fn verification<C: MachineClock>(storage: &Storage, progress: &Arc<Progress>) -> Verification {
    Verification::new(storage.clone(), C::clock(), progress.clone())
}

/// Verifies a copy.
async fn verify<C: MachineClock>(
    storage: &Storage,
    progress: &Arc<Progress>,
) -> Result<VerificationReport, CommandError> {
    Ok(verification::<C>(storage, progress).run().await?)
}

/// Bytes as people say them.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) / (1024 * 1024);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use usecases::InternalError;

    use super::of_copying;

    #[test]
    fn a_copy_for_which_there_is_no_room_says_where_and_what_to_do() {
        let told = |error| of_copying(error, "Make room").sentences().concat();
        assert_eq!(
            told(InternalError::StorageFull("no space".into())),
            "There is no room left, mostly where it is copied to. Make room: the storage is full: \
             no space"
        );
        let failed = told(InternalError::Failed("of another cause".into()));
        assert_eq!(failed, "a part of the service failed: of another cause");
    }
}
