//! The command line: its words, what each command does, and how it speaks to whoever called it.
//!
//! Promises: every failure is a sentence and an exit status (1, for the configuration 2); SIGTERM
//! and Ctrl-C let requests under way finish. Knows no setting and no adapter: what is configured
//! comes in as an [`Installation`].

#![forbid(unsafe_code)]

mod command_error;
mod command_line;
mod commands;
mod descriptors;
pub mod first_start;
mod installation;
mod progress;
mod signals;
mod sweeping;
pub mod terminal;

use std::process::ExitCode;

use command_line::{Command, CommandLine};

pub use command_error::CommandError;
pub use installation::{
    FormTools, Installation, LogFormat, MetricsAddress, ServeSettings, Service, SweepListener,
};

/// Does what the command line says, and gives the exit status.
pub fn run<I: Installation>() -> ExitCode {
    let done = match CommandLine::of_program::<I>().command {
        // A worker confines itself while it has one thread, so nothing may come before.
        Command::PdfWorker => return I::pdf_worker(),
        Command::Migrate(configuration) => commands::migrate::<I>(&configuration),
        Command::HashKey => commands::hash_key::run::<I>(),
        Command::Storage(command) => commands::storage::run::<I>(&command),
        Command::Serve(configuration) => commands::serve::run::<I>(&configuration),
        Command::History {
            pa_id,
            configuration,
        } => commands::history::run::<I>(&pa_id, &configuration),
        Command::Openapi(configuration) => commands::openapi::<I>(&configuration),
        Command::Forms(command) => commands::forms::run::<I>(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
