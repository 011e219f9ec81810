//! What the commands get for the settings: a file for each thing that they may need.

mod checks;
mod forms;
mod program_settings;
mod service;
mod storage;

use std::process::ExitCode;
use std::sync::Arc;

use cli::{CommandError, Installation, MachineClock, MasterKeyHasher};
use ports::Clock;

use crate::adapters::master_keys::{KEY_BYTES_MAX, hash_key};
use crate::clock::SystemClock;
use crate::settings::Settings;

impl Installation for Settings {
    fn pdf_worker() -> ExitCode {
        pdf_sandbox::worker_main()
    }
}

impl MachineClock for Settings {
    fn clock() -> Arc<dyn Clock> {
        Arc::new(SystemClock)
    }

    fn check_clock() -> Result<(), CommandError> {
        SystemClock::check()
    }
}

impl MasterKeyHasher for Settings {
    const MASTER_KEY_BYTES_MAX: usize = KEY_BYTES_MAX;

    fn hash_master_key(key: &str) -> anyhow::Result<String> {
        hash_key(key)
    }
}
