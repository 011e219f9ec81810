//! What the words of the command line do, one module for each.

pub(crate) mod forms;
pub(crate) mod hash_key;
pub(crate) mod migrate;
pub(crate) mod openapi;
pub(crate) mod serve;
pub(crate) mod storage;

use std::fs;

use anyhow::Context as _;

use crate::command_line::Configuration;
use crate::failure::Failure;
use crate::settings::Settings;

/// The settings of a configuration file and of the environment.
pub(crate) fn settings(configuration: &Configuration) -> Result<Settings, Failure> {
    let file = configuration
        .config
        .as_deref()
        .map(fs::read_to_string)
        .transpose()
        .map_err(|error| {
            Failure::Configuration(vec![format!(
                "The configuration file cannot be read: {error}."
            )])
        })?;
    let environment = std::env::vars_os().filter_map(|(name, value)| {
        // A value that is no text fits no setting; shown as it is it is refused there.
        let name = name.into_string().ok()?;
        Some((name, value.to_string_lossy().into_owned()))
    });
    Settings::read(file.as_deref(), environment).map_err(Failure::Configuration)
}

/// A runtime for what waits.
pub(crate) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("The threads of the service could not be started")
}
