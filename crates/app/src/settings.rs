//! The configuration: every setting with its default and its bounds. All faults are told at once.
//!
//! Only settings that do something are known. Each stands beside what reads it: those that choose
//! an adapter in `adapters/`, the others in `settings/`.

mod attachment_types;
mod exposure;
pub(crate) mod log;
mod network;
mod sandbox;
mod server;
mod sizes;
pub(crate) mod storage;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use cli::ServeSettings;
use domain::attachment::{AllowedTypes, AttachmentLimits};
use settings_toml::DefaultValue::{Number, Unset};
use settings_toml::{Setting, SettingsReader};
use usecases::StorageLimits;

use crate::adapters::blobs::BlobSettings;
use crate::adapters::database::DatabaseSettings;
use crate::adapters::fonts::FontSettings;
use crate::adapters::limits::RateLimitSettings;
use crate::adapters::master_keys::MasterKeySettings;
use crate::adapters::pepper::PepperSettings;
use crate::adapters::scanner::ScannerSettings;

use log::LogSettings;
use network::NetworkSettings;

const FORMS_DIR: Setting = Setting::new("forms.dir", Unset("none"), "folder of more form types");
const GRACE_SECONDS: Setting = Setting::new(
    "sweep.grace_seconds",
    Number(3600),
    "age at which bytes that no application names are erased",
);

/// Well over the longest time between the first byte of a file and the row that names it.
const GRACE_SECONDS_MIN: u64 = 300;

/// Ten years.
const GRACE_SECONDS_MAX: u64 = 10 * 366 * 24 * 3600;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) serve: ServeSettings,
    pub(crate) network: NetworkSettings,
    /// Where the service is reached from outside, for the OpenAPI document.
    pub(crate) public_url: Option<String>,
    pub(crate) master_keys: MasterKeySettings,
    pub(crate) pepper: PepperSettings,
    pub(crate) database: DatabaseSettings,
    pub(crate) blobs: BlobSettings,
    /// A folder of more form types.
    pub(crate) forms: Option<PathBuf>,
    pub(crate) fonts: FontSettings,
    pub(crate) upload_bytes_max: u64,
    pub(crate) attachments: AttachmentLimits,
    /// Whether the kernel must confine the workers.
    pub(crate) sandbox_required: bool,
    pub(crate) storage_limits: StorageLimits,
    pub(crate) scanner: ScannerSettings,
    pub(crate) attachment_types: AllowedTypes,
    pub(crate) rate_limit: RateLimitSettings,
    pub(crate) sweep_grace_seconds: u64,
    pub(crate) log: LogSettings,
    /// The keys of the secrets that stand in the configuration file.
    pub(crate) private_in_file: Vec<&'static str>,
    /// What an operator should mend, though the service runs.
    pub(crate) warnings: Vec<String>,
}

impl Settings {
    /// The settings of a configuration file's text and of environment variables, or all that is
    /// wrong with them.
    pub(crate) fn read(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Vec<String>> {
        let mut reader = SettingsReader::new(file, environment);
        let settings = Self::read_from(&mut reader);
        let faults = reader.faults();
        settings.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// Every setting: whatever is asked for is one.
    pub(crate) fn table() -> Vec<&'static Setting> {
        let mut reader = SettingsReader::new(None, []);
        Self::read_from(&mut reader);
        reader.into_known()
    }

    /// Asks for every setting, whatever is wrong with others. `None` only where a fault was noted.
    fn read_from(reader: &mut SettingsReader) -> Option<Self> {
        let serve = server::serve_settings(reader);
        let network = NetworkSettings::read(reader);
        let public_url = server::public_url(reader);
        let master_keys = MasterKeySettings::read(reader);
        let pepper = PepperSettings::read(reader);
        let database = DatabaseSettings::read(reader);
        let blobs = BlobSettings::read(reader);
        let forms = reader.text(&FORMS_DIR).map(PathBuf::from);
        let fonts = FontSettings::read(reader);
        let upload_bytes_max = sizes::upload_bytes_max(reader);
        let attachments = sizes::attachment_limits(reader);
        let sandbox_required = sandbox::is_required(reader);
        let storage_limits = sizes::storage_limits(reader);
        let scanner = ScannerSettings::read(reader);
        let attachment_types = attachment_types::allowed_types(reader);
        let rate_limit = RateLimitSettings::read(reader);
        let grace = GRACE_SECONDS_MIN..=GRACE_SECONDS_MAX;
        let sweep_grace_seconds = reader.number(&GRACE_SECONDS, "seconds", grace);
        let log = LogSettings::read(reader);
        let warnings = network.warnings();
        Some(Self {
            serve: serve?,
            network,
            public_url,
            master_keys,
            pepper,
            database: database?,
            blobs: blobs?,
            forms,
            fonts,
            upload_bytes_max: upload_bytes_max?,
            attachments: attachments?,
            sandbox_required: sandbox_required?,
            storage_limits: storage_limits?,
            scanner: scanner?,
            attachment_types: attachment_types?,
            rate_limit: rate_limit?,
            sweep_grace_seconds: sweep_grace_seconds?,
            log: log?,
            private_in_file: reader.secrets_in_file(),
            warnings,
        })
    }
}
