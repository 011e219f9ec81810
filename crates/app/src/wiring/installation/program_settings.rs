//! The settings of a run of the program, and its log.

use std::path::Path;

use cli::{CommandError, LogFormat, ProgramSettings, terminal};
use tracing::Level;

use crate::adapters::master_keys::warning_of_key_left;
use crate::clock::SystemClock;
use crate::logging;
use crate::settings::Settings;
use crate::settings::log::LogSettings;
use crate::settings::storage::configuration_in;

impl ProgramSettings for Settings {
    fn settings_help() -> String {
        settings_toml::help(&Self::table())
    }

    fn configured(file: Option<&Path>) -> Result<Self, CommandError> {
        SystemClock::check()?;
        let text = file.map(text_of).transpose()?;
        let environment = settings_toml::with_secret_files(environment());
        let environment = environment.map_err(CommandError::Configuration)?;
        let settings = Self::read(text.as_deref(), environment.variables);
        let mut settings = settings.map_err(CommandError::Configuration)?;
        let pepper = settings.pepper.warning(settings.database.file());
        let key_left = warning_of_key_left(settings.database.file());
        let exposed = settings.exposed_secrets(file, &environment.files);
        let found = exposed.into_iter().chain(pepper).chain(key_left);
        settings.warnings.extend(found);
        Ok(settings)
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn start_log(&self) -> LogFormat {
        let format = self.log.format.unwrap_or_else(usual_format);
        logging::start(format, self.log.level);
        format
    }

    fn start_log_despite_faults(file: Option<&Path>) -> LogFormat {
        let text = file.and_then(|file| configuration_in(file).ok());
        // Of the files that variables name one may be what is wrong: none is read once more.
        let format = LogSettings::format_despite_faults(text.as_deref(), environment());
        let format = format.unwrap_or_else(usual_format);
        logging::start(format, Level::INFO);
        format
    }
}

/// The text of a configuration file; where it cannot be read, its name is told as it was given.
fn text_of(file: &Path) -> Result<String, CommandError> {
    configuration_in(file).map_err(|error| {
        let file = file.display();
        let fault = format!("The configuration file `{file}` cannot be read: {error}.");
        CommandError::Configuration(vec![fault])
    })
}

fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| {
        // A value that is no text fits no setting; shown as it is it is refused there.
        let name = name.into_string().ok()?;
        Some((name, value.to_string_lossy().into_owned()))
    })
}

fn usual_format() -> LogFormat {
    if terminal::is_interactive() {
        LogFormat::Pretty
    } else {
        LogFormat::Json
    }
}
