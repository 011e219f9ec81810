//! The interface between commands and the configured service, a trait for each thing that a command
//! may need of it. The program's wiring implements them all.
//!
//! A command's bounds say what it can do: one that only looks at what is stored cannot make a
//! storage, and none but `serve` can start a service.

mod checks;
mod clock;
mod forms;
mod program_settings;
mod service;
mod storage;

use std::process::ExitCode;

pub use checks::ServiceChecks;
pub use clock::MachineClock;
pub use forms::{FormLibrary, FormTools, TemplateMaker};
pub use program_settings::{LogFormat, MasterKeyHasher, ProgramSettings};
pub use service::{
    MetricsAddress, RoomListener, ServeSettings, Service, ServiceBuilder, SweepListener,
};
pub use storage::{ExistingStorage, StorageLocation, StorageMaker, SweepAges, SweepSettings};

/// A configuration, and the adapters that it names: all that commands need, for who calls them.
pub trait Installation:
    FormLibrary
    + FormTools
    + MachineClock
    + MasterKeyHasher
    + ProgramSettings
    + ServiceBuilder
    + ServiceChecks
    + StorageLocation
    + StorageMaker
    + SweepSettings
{
    /// Runs this process as a worker, which reads one PDF and does nothing else.
    fn pdf_worker() -> ExitCode;
}
