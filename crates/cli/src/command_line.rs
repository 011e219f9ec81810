//! The words of the command line and their help. What they do is `commands`'.

mod forms;
mod storage;

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::{CommandError, ProgramSettings};

pub(crate) use forms::{Forms, FormsCommand, Output};
pub(crate) use storage::StorageCommand;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Blue.on_default().bold())
    .usage(AnsiColor::Blue.on_default().bold())
    .literal(AnsiColor::Green.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// Takes filled PDF forms, turns them into data, and gives them back as data or as the filled form.
///
/// Made for student bodies and others who receive applications as PDF forms: a Projektantrag or an
/// Antrag auf Mittel is uploaded, read, checked, corrected and printed again. Without any
/// configuration everything is kept in the folder `data`.
#[derive(Parser)]
#[command(
    name = "formservice",
    version,
    styles = STYLES,
    arg_required_else_help = true,
    after_help = EXAMPLES
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  formservice serve                                  listen on http://127.0.0.1:8080
  formservice forms blank pa_form --output antrag.pdf
  formservice forms read antrag.pdf                  show what is filled in
  formservice backup /backup/monday                  copy everything while serving

Exit status:
  0  done    1  it failed, or found faults; standard error says which    2  wrong arguments or \
  configuration";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Runs the service
    ///
    /// Brings the database up to date, then answers requests until it is told to stop (Ctrl-C or
    /// SIGTERM); requests under way have 30 seconds to finish. At the first start without a
    /// configured master key one is made: shown once on a terminal, elsewhere put into the file
    /// `master-key` beside the database.
    Serve(Configuration),
    /// Brings the database up to date and ends
    ///
    /// `serve` does the same at its start; this is for those who want to do it at a time of their
    /// own.
    Migrate(Configuration),
    #[command(flatten)]
    Storage(StorageCommand),
    /// Makes the hash of a master key for the configuration
    ///
    /// Reads the key from standard input, up to the end of the line, and prints its argon2id hash
    /// for `auth.master_key_hashes`. On a terminal the key is not shown while it is typed. A key
    /// has at least 16 characters, all of them visible ASCII or spaces between.
    #[command(after_help = HASH_KEY)]
    HashKey,
    /// Prints the OpenAPI document of the service
    ///
    /// It is the one that the service answers at `/openapi.json` with the same configuration.
    Openapi(Configuration),
    /// Prints what happened to an application, oldest first
    ///
    /// A line for each change with its number, time (UTC), who made it and what it was, and below
    /// it every value before and after. May run while the service serves.
    #[command(after_help = HISTORY)]
    History {
        /// The application, such as 26-0001
        #[arg(value_name = "PA_ID")]
        pa_id: String,
        #[command(flatten)]
        configuration: Configuration,
    },
    /// Prints the licences of all that is in the program
    ///
    /// Of every package it is built of, and of the libraries, pages and fonts that they bring.
    Licences,
    /// Works with form types and filled forms, without a server
    #[command(subcommand)]
    Forms(FormsCommand),
}

const SERVE_EXAMPLES: &str = "\
Examples:
  formservice serve
  formservice serve --config /etc/formservice.toml
  FORMSERVICE__SERVER__LISTEN=0.0.0.0:80 formservice serve";

const SERVE_STATUS: &str = "\
Exit status:
  0  stopped as told    1  it could not start or go on    2  wrong configuration";

impl CommandLine {
    /// The words, with the settings in the help of `serve`.
    fn words<I: ProgramSettings>() -> clap::Command {
        let settings = I::settings_help();
        let help = format!("{SERVE_EXAMPLES}\n\n{settings}\n\n{SERVE_STATUS}");
        Self::command().mut_subcommand("serve", |serve| serve.after_help(help))
    }

    /// What the program was called with; ends it where that is wrong or asks for help.
    pub(crate) fn of_program<I: ProgramSettings>() -> Self {
        let mut words = Self::words::<I>();
        let matches = words.get_matches_mut();
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.format(&mut words).exit())
    }
}

const HISTORY: &str = "\
Examples:
  formservice history 26-0001";

const HASH_KEY: &str = "\
Examples:
  formservice hash-key
  openssl rand -base64 24 | tee master.key | formservice hash-key";

const VARIABLE: &str = "FORMSERVICE_CONFIG";

/// Where the configuration is.
#[derive(Args, Default)]
pub(crate) struct Configuration {
    /// The configuration, a TOML file, else the one that FORMSERVICE_CONFIG names; `formservice
    /// serve --help` lists the settings
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl Configuration {
    pub(crate) fn read<I: ProgramSettings>(&self) -> Result<I, CommandError> {
        I::configured(self.file().as_deref())
    }

    /// An empty variable is one that is not set: so compose files pass on what nobody has set.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        let named = || std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
        self.config.clone().or_else(|| named().map(PathBuf::from))
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::CommandLine;

    #[test]
    fn the_command_line_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn every_shown_command_says_what_it_does() {
        fn check(command: &clap::Command) {
            assert!(command.get_about().is_some(), "{}", command.get_name());
            command.get_subcommands().for_each(check);
        }
        check(&CommandLine::command());
    }
}
