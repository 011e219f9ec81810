//! What operators do with all that is stored: check, verify, backup, restore, move, sweep.

mod backup;
mod check;
mod folder;
mod moving;
mod restore;
mod sweep;
mod verify;

use std::future::Future;
use std::sync::Arc;

use usecases::{Storage, Transfer, TransferPorts, Verification, VerificationReport};

use crate::clock::SystemClock;
use crate::command_line::StorageCommand;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::{logging, terminal};

use super::{runtime, settings};

/// Does what the word says.
pub(crate) fn run(command: &StorageCommand) -> Result<(), Failure> {
    match command {
        StorageCommand::Check(configuration) => {
            let settings = settings(configuration)?;
            working(&settings, check::run(&settings))
        }
        StorageCommand::Verify { configuration, of } => {
            let settings = named_or_configured(of.as_deref(), || settings(configuration))?;
            working(&settings, verify::run(&settings))
        }
        StorageCommand::Backup { dir, configuration } => {
            let settings = settings(configuration)?;
            working(&settings, backup::run(&settings, dir))
        }
        StorageCommand::Restore { dir, configuration } => {
            let settings = settings(configuration)?;
            working(&settings, restore::run(&settings, dir))
        }
        StorageCommand::Move {
            from,
            to,
            erase,
            configuration,
        } => {
            let from = named_or_configured(from.as_deref(), || settings(configuration))?;
            let to = Settings::of_storage(to).map_err(Failure::Configuration)?;
            working(&from, moving::run(&from, &to, *erase))
        }
        StorageCommand::Sweep(configuration) => {
            let settings = settings(configuration)?;
            working(&settings, sweep::run(&settings))
        }
    }
}

/// Waits for the work, with a log as it is configured.
fn working(
    settings: &Settings,
    work: impl Future<Output = Result<(), Failure>>,
) -> Result<(), Failure> {
    let format = settings.log_format.unwrap_or_else(terminal::log_format);
    logging::start(format, settings.log_level);
    runtime()?.block_on(work)
}

fn named_or_configured(
    named: Option<&str>,
    configured: impl FnOnce() -> Result<Settings, Failure>,
) -> Result<Settings, Failure> {
    match named {
        Some(named) => Settings::of_storage(named).map_err(Failure::Configuration),
        None => configured(),
    }
}

/// A copy from one storage, that nobody changes or that may be copied again, to another.
fn transfer(from: &Storage, to: &Storage, progress: &Arc<Progress>) -> Transfer {
    Transfer::new(TransferPorts {
        from: from.clone(),
        live: Arc::clone(&from.store),
        to: to.clone(),
        clock: Arc::new(SystemClock),
        watcher: progress.clone(),
    })
}

async fn verify(
    storage: &Storage,
    progress: &Arc<Progress>,
) -> Result<VerificationReport, Failure> {
    let clock = Arc::new(SystemClock);
    let verification = Verification::new(storage.clone(), clock, progress.clone());
    Ok(verification.run().await?)
}

/// A number and its noun, which forms its plural with an s.
fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Bytes as people say them.
fn megabytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) / (1024 * 1024);
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
