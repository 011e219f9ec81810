//! The master keys that the service takes.

use std::path::Path;

use cli::first_start::{FILE_NAME, master_key};
use cli::{CommandError, Installation as _, terminal};
use keys_argon2::Argon2MasterKeys;

use crate::clock::SystemEntropy;
use crate::settings::Settings;

/// Instances that share a database would each make a key of their own.
const NO_MASTER_KEY: &str = "`auth.master_key_hashes` must be set when `database.url` names a \
    server, so that all instances take the same master key: \
     `formservice hash-key` makes a hash. An empty list in the configuration file means that \
     nobody administers.";

/// Those of the settings, or the one that is made at the first start.
pub(super) fn master_keys(settings: &Settings) -> Result<Argon2MasterKeys, CommandError> {
    Argon2MasterKeys::new(hashes(settings)?).map_err(|error| {
        CommandError::Configuration(vec![format!("`auth.master_key_hashes`: {error}.")])
    })
}

/// The configured hashes, or the one of the key that was made at the first start, which is shown if
/// that is now.
fn hashes(settings: &Settings) -> Result<Vec<String>, CommandError> {
    if let Some(hashes) = &settings.master_key_hashes {
        if hashes.is_empty() {
            tracing::warn!("no master key is configured, so nobody can administer");
        }
        return Ok(hashes.clone());
    }
    let Some(file) = settings.database.file() else {
        return Err(CommandError::Configuration(vec![NO_MASTER_KEY.to_owned()]));
    };
    // Of a file without a folder in its path the parent is the empty path.
    let folder = Path::new(".").join(file.parent().unwrap_or(Path::new("")));
    let key = master_key(&folder, &SystemEntropy, Settings::hash_master_key)?;
    match key.made {
        Some(key) => terminal::say(&format!(
            "A master key was made. It is shown only this once; {FILE_NAME} beside the database \
                keeps its hash.\n\n    {key}\n"
        )),
        None => tracing::info!(
            "the master key is the one made at the first start; to have a new one made, remove \
                {FILE_NAME} beside the database"
        ),
    }
    Ok(vec![key.hash])
}
