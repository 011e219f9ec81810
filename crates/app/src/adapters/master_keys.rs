//! `auth.master_key_hashes`: the master keys that the service takes.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use cli::first_start::{FILE_NAME, KEY_FILE_NAME, KeyDelivery, kept_hash, master_key};
use cli::{CommandError, terminal};
use keys_argon2::Argon2MasterKeys;
use settings_toml::DefaultValue::Unset;
use settings_toml::{Setting, SettingsReader};

use crate::clock::SystemEntropy;

const MASTER_KEY_HASHES: Setting = Setting::new(
    "auth.master_key_hashes",
    Unset("one is made at the first start"),
    "list of hashes from `hash-key`",
)
.secret();

/// Instances that share a database would each make a key of their own.
const NO_MASTER_KEY: &str = "`auth.master_key_hashes` must be set when `database.url` names a \
    server, so that all instances take the same master key: \
     `formservice hash-key` makes a hash. An empty list in the configuration file means that \
     nobody administers.";

/// Argon2id hashes in PHC form. `None`: one is made at the first start; empty: no master key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MasterKeySettings(pub(crate) Option<Vec<String>>);

impl MasterKeySettings {
    pub(crate) fn read(reader: &mut SettingsReader) -> Self {
        Self(reader.list(&MASTER_KEY_HASHES))
    }

    /// Takes the configured hashes, or that of the key that is made at the first start beside the
    /// file of the database. A key that is made now is shown.
    pub(crate) fn build(&self, database: Option<&Path>) -> Result<Argon2MasterKeys, CommandError> {
        let hashes = match (&self.0, database) {
            (Some(hashes), _) => hashes.clone(),
            (None, Some(file)) => vec![first_hash(file)?],
            (None, None) => Err(CommandError::Configuration(vec![NO_MASTER_KEY.to_owned()]))?,
        };
        if hashes.is_empty() {
            tracing::warn!("no master key is configured, so nobody can administer");
        }
        self.judged(hashes)
    }

    /// The verifier of hashes that are some.
    fn judged(&self, hashes: Vec<String>) -> Result<Argon2MasterKeys, CommandError> {
        let source = match self.0 {
            Some(_) => format!("`{}`", MASTER_KEY_HASHES.key),
            None => format!("`{FILE_NAME}` beside the database, remove it to have a new key made"),
        };
        Argon2MasterKeys::new(hashes)
            .map_err(|error| CommandError::Configuration(vec![format!("{source}: {error}.")]))
    }

    /// Refuses hashes that are none, and that there are none where a server has the database: what
    /// can be told before anything is made or asked.
    pub(crate) fn check_configured(&self, database: Option<&Path>) -> Result<(), CommandError> {
        match (&self.0, database) {
            (None, Some(_)) => Ok(()),
            _ => self.check(database).map(drop),
        }
    }

    /// Whether the configured hashes, or that of the key made at the first start, are some; what
    /// can be said of them.
    pub(crate) fn check(&self, database: Option<&Path>) -> Result<&'static str, CommandError> {
        let hash = match (&self.0, database) {
            (Some(hashes), _) => {
                self.judged(hashes.clone())?;
                return Ok("the configured hashes are well-formed");
            }
            (None, Some(file)) => kept_hash(&folder_of(file))?,
            (None, None) => Err(CommandError::Configuration(vec![NO_MASTER_KEY.to_owned()]))?,
        };
        let Some(hash) = hash else {
            return Ok("none is configured, the first start makes one");
        };
        self.judged(vec![hash])?;
        Ok("the one made at the first start")
    }
}

/// Warns that the key which the first start made still lies in its file, beside the file of the
/// database: whoever gets at the disk, or at a copy of it, has it. `None` if it does not.
pub(crate) fn warning_of_key_left(database: Option<&Path>) -> Option<String> {
    let file = folder_of(database?).join(KEY_FILE_NAME);
    // What cannot be seen here cannot be told of.
    file.try_exists().unwrap_or(false).then(|| {
        format!(
            "The master key that the first start made still lies in `{KEY_FILE_NAME}` beside the \
             database: keep it elsewhere, then remove the file."
        )
    })
}

/// The bytes that a key may have.
pub(crate) const KEY_BYTES_MAX: usize = keys_argon2::KEY_BYTES_MAX;

pub(crate) fn hash_key(key: &str) -> anyhow::Result<String> {
    keys_argon2::hash_key(key).context("The key cannot be hashed")
}

fn first_hash(database: &Path) -> anyhow::Result<String> {
    let shown = terminal::is_interactive();
    let key = master_key(&folder_of(database), shown, &SystemEntropy, hash_key)?;
    match key.made {
        Some(KeyDelivery::Shown(key)) => terminal::print_message(&format!(
            "A master key was made. It is shown only this once; {FILE_NAME} beside the database \
                keeps its hash.\n\n    {key}\n"
        )),
        Some(KeyDelivery::InFile(file)) => tracing::warn!(
            file = %file.display(),
            "a master key was made; the file has it: keep it elsewhere and remove the file"
        ),
        None => tracing::info!(
            "the master key is the one made at the first start; to have a new one made, remove \
                {FILE_NAME} beside the database"
        ),
    }
    Ok(key.hash)
}

/// Of a file without a folder in its path the parent is the empty path.
pub(crate) fn folder_of(database: &Path) -> PathBuf {
    Path::new(".").join(database.parent().unwrap_or(Path::new("")))
}
