//! `auth.pepper`: what kept answers are sealed with beside the client's own key.

use std::path::Path;

use cli::pepper_file::{kept_pepper, pepper};
use settings_toml::DefaultValue::Unset;
use settings_toml::{Secret, Setting, SettingsReader};
use usecases::RetryPepper;

use super::master_keys::folder_of;
use crate::clock::SystemEntropy;

const PEPPER: Setting = Setting::new(
    "auth.pepper",
    Unset("one is made beside the file of the database"),
    "secret that seals the answers kept for retries",
)
.secret();

/// The fewest characters of a pepper: as many as `openssl rand -hex 16` gives.
const CHARACTERS_MIN: usize = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PepperSettings(Option<Secret>);

impl PepperSettings {
    pub(crate) fn read(reader: &mut SettingsReader) -> Self {
        let what = "32 or more visible ASCII characters, such as `openssl rand -hex 32` prints";
        Self(reader.parsed(&PEPPER, what, |text| {
            let is_one = text.len() >= CHARACTERS_MIN && text.bytes().all(|b| b.is_ascii_graphic());
            is_one.then(|| Secret::new(text))
        }))
    }

    /// The configured one, or that beside the file of the database. Instances that share a server
    /// have no such place.
    pub(crate) fn build(&self, database: Option<&Path>) -> anyhow::Result<RetryPepper> {
        Ok(match (&self.0, database) {
            (Some(secret), _) => RetryPepper::of(secret.reveal()),
            (None, Some(file)) => RetryPepper::of(&pepper(&folder_of(file), &SystemEntropy)?),
            (None, None) => RetryPepper::NONE,
        })
    }

    /// Whether there is one that the service could take; what can be said of it.
    pub(crate) fn check(&self, database: Option<&Path>) -> anyhow::Result<&'static str> {
        Ok(match (&self.0, database) {
            (Some(_), _) => "the configured one",
            (None, Some(file)) => match kept_pepper(&folder_of(file))? {
                Some(_) => "the one made at the first start",
                None => "none is configured, the first start makes one",
            },
            (None, None) => "none is configured",
        })
    }

    /// What to say where answers are sealed without a pepper.
    pub(crate) fn warning(&self, database: Option<&Path>) -> Option<String> {
        (self.0.is_none() && database.is_none()).then(|| {
            "`auth.pepper` is not set: whoever has a copy of the database can open the answers \
                that are kept for retries where he guesses an Idempotency-Key and the form. All \
                instances need the same one."
                .to_owned()
        })
    }
}
