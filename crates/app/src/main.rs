//! The program `formservice`: reads the settings, wires the adapters to the use cases, and does
//! what the command line says.

#![forbid(unsafe_code)]

mod adapters;
mod clock;
mod logging;
mod settings;
mod wiring;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run::<settings::Settings>()
}
