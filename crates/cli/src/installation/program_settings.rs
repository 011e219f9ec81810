//! The settings of a run of the program, and what they say of the run itself: its log, and what
//! should be corrected.

use std::path::Path;

use crate::CommandError;

/// Settings as somebody wrote them down.
pub trait ProgramSettings: Sized {
    /// Every setting with its default, for `serve --help`.
    fn settings_help() -> String;

    /// The settings of a configuration file and of the environment.
    fn configured(file: Option<&Path>) -> Result<Self, CommandError>;

    /// What an operator should correct although the service can run, a sentence each.
    fn warnings(&self) -> &[String];

    /// Starts the log. Once in a process.
    fn start_log(&self) -> LogFormat;

    /// Starts the log although the configuration is wrong, by the settings for it that can be read.
    /// Once in a process.
    fn start_log_despite_faults(file: Option<&Path>) -> LogFormat;
}

/// The format of log lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Pretty,
    /// For programs: one JSON object a line.
    Json,
}

/// Makes what the settings hold of a master key.
pub trait MasterKeyHasher {
    /// The longest master key that the verifier takes, in bytes.
    const MASTER_KEY_BYTES_MAX: usize;

    fn hash_master_key(key: &str) -> anyhow::Result<String>;
}
