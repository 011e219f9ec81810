//! `migrate`: brings the database up to date.

use crate::command_line::Configuration;
use crate::failure::Failure;
use crate::{terminal, wiring};

use super::settings;

/// Applies what is missing, and says how much it was.
pub(crate) fn run(configuration: &Configuration) -> Result<(), Failure> {
    let settings = settings(configuration)?;
    let (_, steps) = wiring::store(&settings.database)?;
    terminal::say(&match steps {
        0 => "The database was up to date.".to_owned(),
        1 => "The database is up to date; 1 migration was applied.".to_owned(),
        steps => format!("The database is up to date; {steps} migrations were applied."),
    });
    Ok(())
}
