//! The command line: its commands and options, what each command does, and its messages.
//!
//! Promises: every failure is a sentence and an exit status (1, for the configuration 2); SIGTERM
//! and Ctrl-C let requests under way finish. Knows no setting and no adapter: what is configured
//! comes in as an [`Installation`].

#![forbid(unsafe_code)]

mod address_space;
mod clock_watch;
mod command_error;
mod command_line;
mod commands;
mod control_groups;
mod descriptors;
pub mod first_start;
mod found_faults;
mod idle_memory;
mod installation;
pub mod instance_lock;
mod log_flow;
mod measuring;
mod memory;
pub mod pepper_file;
mod progress;
mod scanner_watch;
mod shared_count;
mod signals;
mod sweeping;
pub mod terminal;
mod threads;
mod unmade;

use std::process::ExitCode;

use command_line::{Command, CommandLine};

pub use command_error::CommandError;
pub use commands::storage::{MISSING_BLOBS, refuse_unfinished_copy};
pub use installation::{
    ExistingStorage, FormLibrary, FormTools, Installation, LogFormat, MachineClock,
    MasterKeyHasher, MetricsAddress, ProgramSettings, RoomListener, ServeSettings, Service,
    ServiceBuilder, ServiceChecks, StorageLocation, StorageMaker, SweepAges, SweepListener,
    SweepSettings, TemplateMaker,
};
pub use unmade::see_can_be_made;

/// The argument that makes the program a worker. Not a command for people: only the service passes
/// it.
pub const PDF_WORKER: &str = "pdf-worker";

/// Runs the command of the command line. Answers the exit status.
pub fn run<I: Installation>() -> ExitCode {
    // A worker confines itself while it has one thread and nothing open: nothing comes before.
    if std::env::args_os().skip(1).eq([PDF_WORKER]) {
        return I::pdf_worker();
    }
    // Where this is not possible, such as without descriptors, the system ends the program at such
    // a bound, as it does any other.
    let _ = signals::survive_files_at_their_bound();
    let done = match CommandLine::of_program::<I>().command {
        Command::Migrate(configuration) => commands::migrate::<I>(&configuration),
        Command::HashKey => commands::hash_key::run::<I>(),
        Command::Storage(command) => commands::storage::run::<I>(&command),
        Command::Serve(configuration) => return commands::serve::run::<I>(&configuration),
        Command::History {
            pa_id,
            configuration,
        } => commands::history::run::<I>(&pa_id, &configuration),
        Command::Openapi(configuration) => commands::openapi::<I>(&configuration),
        Command::Licences => commands::licences::run(),
        Command::Forms(command) => commands::forms::run::<I>(&command),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
