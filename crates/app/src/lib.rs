//! The program: reads the command line and the settings, wires the adapters to the use cases, runs,
//! shuts down.
//!
//! Promises: all faults of the configuration are told at once; every failure is a sentence and an
//! exit status (1, for the configuration 2); SIGTERM and Ctrl-C let requests under way finish.
//! Decides nothing about forms or applications. `wiring.rs` alone names adapters.

mod clock;
mod command_line;
mod commands;
mod failure;
mod first_start;
mod logging;
mod progress;
mod settings;
mod signals;
mod sweeping;
mod terminal;
mod wiring;

use std::process::ExitCode;

use clap::Parser as _;

use command_line::{Command, CommandLine};
use failure::Failure;

/// Does what the command line says, and gives the exit status.
pub fn run() -> ExitCode {
    let done = match CommandLine::parse().command {
        // A worker confines itself while it has one thread, so nothing may come before.
        Command::PdfWorker => return wiring::pdf_worker(),
        Command::Migrate(configuration) => commands::migrate::run(&configuration),
        Command::HashKey => commands::hash_key::run(),
        Command::Storage(command) => commands::storage::run(&command),
        Command::Serve(configuration) => commands::serve::run(&configuration),
        Command::Openapi(configuration) => commands::openapi::run(&configuration),
        Command::Forms(command) => commands::forms::run(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => Failure::report(&failure),
    }
}
