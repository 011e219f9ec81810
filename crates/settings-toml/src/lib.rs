//! Settings from one TOML file and from environment variables, which win.
//!
//! Each [`Setting`] is a constant: key, meaning, default. Whoever asks a [`SettingsReader`] for it
//! makes it known; `--help` and the hints at unknown keys are made from what was asked for. Faults
//! are collected, so that all are told at once, and never quote a value: it may be a secret.

#![forbid(unsafe_code)]

mod help;
mod misspelling;
mod networks;
mod patient_reading;
mod reader;
mod secret;
mod secret_files;
mod setting;
mod variable;

pub use help::help;
pub use patient_reading::text_of_file;
pub use reader::{SettingsReader, is_address_without_password};
pub use secret::Secret;
pub use secret_files::{ResolvedEnvironment, with_secret_files};
pub use setting::{DefaultValue, Setting};
