//! What the words of the command line do, one module for each that is more than a few lines.

pub(crate) mod forms;
pub(crate) mod hash_key;
pub(crate) mod serve;
pub(crate) mod storage;

use anyhow::Context as _;
use tokio::runtime::{Builder, Runtime};

use crate::command_line::Configuration;
use crate::{CommandError, Installation, terminal};

/// `migrate`: brings the database up to date, and says how much was missing.
pub(crate) fn migrate<I: Installation>(configuration: &Configuration) -> Result<(), CommandError> {
    let steps = configuration.read::<I>()?.migrate()?;
    terminal::say(&match steps {
        0 => "The database was up to date.".to_owned(),
        1 => "The database is up to date; 1 migration was applied.".to_owned(),
        steps => format!("The database is up to date; {steps} migrations were applied."),
    });
    Ok(())
}

/// `openapi`: the document that the service answers at `/openapi.json`.
pub(crate) fn openapi<I: Installation>(configuration: &Configuration) -> Result<(), CommandError> {
    let document = configuration.read::<I>()?.openapi()?;
    Ok(terminal::print(&format!("{document}\n"))?)
}

fn runtime() -> anyhow::Result<Runtime> {
    Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("The threads of the service could not be started")
}
