//! The configuration: every setting with its default and its bounds. All faults are told at once.
//!
//! Only settings that do something are known: those of the table. A setting that means an adapter
//! is read where that is built, in `wiring/`.

mod help;
mod metrics;
pub(crate) mod network;
#[cfg(any(feature = "postgres", feature = "redis"))]
pub(crate) mod secret;
pub(crate) mod source;
mod storage;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::path::PathBuf;

use cli::{LogFormat, ServeSettings};
use domain::attachment::AttachmentLimits;
use tracing::Level;

use crate::wiring::blobs::BlobSettings;
use crate::wiring::database::DatabaseSettings;
use crate::wiring::limits::RateLimitSettings;

use metrics::metrics_place;
use network::NetworkSettings;
use source::Source;
use table::Setting;

/// A worker has 256 MiB for a file and all that it becomes.
const UPLOAD_BYTES_MAX: u64 = 64 * 1024 * 1024;

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
    /// Argon2id hashes in PHC form. `None`: one is made at the first start; empty: no master key.
    pub(crate) master_key_hashes: Option<Vec<String>>,
    pub(crate) database: DatabaseSettings,
    pub(crate) blobs: BlobSettings,
    /// A folder of more form types.
    pub(crate) forms: Option<PathBuf>,
    pub(crate) upload_bytes_max: u64,
    pub(crate) attachments: AttachmentLimits,
    pub(crate) rate_limit: RateLimitSettings,
    pub(crate) sweep_grace_seconds: u64,
    /// `None`: pretty on a terminal and JSON elsewhere.
    pub(crate) log_format: Option<LogFormat>,
    pub(crate) log_level: Level,
}

impl Settings {
    /// The settings of a configuration file's text and of environment variables, or all that is
    /// wrong with them.
    pub(crate) fn read(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Vec<String>> {
        let mut source = Source::new(file, environment);
        let settings = Self::read_from(&mut source);
        let faults = source.faults();
        settings.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// For `serve --help`.
    pub(crate) fn help() -> String {
        help::help(&Self::table())
    }

    /// Whatever is asked for is a setting.
    fn table() -> Vec<&'static Setting> {
        let mut source = Source::new(None, []);
        Self::read_from(&mut source);
        source.into_known()
    }

    /// Asks for every setting, whatever is wrong with others. `None` only where a fault was noted.
    fn read_from(source: &mut Source) -> Option<Self> {
        let listen = listen(source);
        let metrics = metrics_place(source);
        let network = NetworkSettings::read(source);
        let public_url = public_url(source);
        let master_key_hashes = source.list(&table::MASTER_KEY_HASHES);
        let database = DatabaseSettings::read(source);
        let blobs = BlobSettings::read(source);
        let forms = source.text(&table::FORMS_DIR).map(PathBuf::from);
        let upload = source.number(&table::UPLOAD_BYTES, "bytes", 1..=UPLOAD_BYTES_MAX);
        let attachments = attachments(source);
        let rate_limit = RateLimitSettings::read(source);
        let grace = GRACE_SECONDS_MIN..=GRACE_SECONDS_MAX;
        let grace = source.number(&table::GRACE_SECONDS, "seconds", grace);
        let log_format = source.parsed(&table::LOG_FORMAT, "`pretty` or `json`", log_format);
        let levels = "`error`, `warn`, `info`, `debug` or `trace`";
        let log_level = source.parsed(&table::LOG_LEVEL, levels, level);
        Some(Self {
            serve: ServeSettings {
                listen: listen?,
                metrics,
            },
            network,
            public_url,
            master_key_hashes,
            database: database?,
            blobs: blobs?,
            forms,
            upload_bytes_max: upload?,
            attachments: attachments?,
            rate_limit: rate_limit?,
            sweep_grace_seconds: grace?,
            log_format,
            log_level: log_level?,
        })
    }
}

fn log_format(word: &str) -> Option<LogFormat> {
    match word {
        "pretty" => Some(LogFormat::Pretty),
        "json" => Some(LogFormat::Json),
        _ => None,
    }
}

fn listen(source: &mut Source) -> Option<SocketAddr> {
    let what = "an address and a port, such as `127.0.0.1:8080` or `[::1]:8080`";
    source.parsed(&table::LISTEN, what, |text| text.parse().ok())
}

/// Without the slash at its end: paths begin with one.
fn public_url(source: &mut Source) -> Option<String> {
    let what = "an http or https address, such as `https://applications.example.org`";
    source.parsed(&table::PUBLIC_URL, what, |text| {
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))?;
        let is_plain =
            |character: char| character.is_ascii_graphic() && !"<>\"\\^`{|}?#".contains(character);
        let has_host = !rest.is_empty() && !rest.starts_with(['/', ':']);
        (has_host && rest.chars().all(is_plain)).then(|| text.trim_end_matches('/').to_owned())
    })
}

fn attachments(source: &mut Source) -> Option<AttachmentLimits> {
    const MANY: u64 = 100_000;
    const LARGE: u64 = 1 << 40;
    let count = source.number(&table::ATTACHMENTS_MAX, "attachments", 0..=MANY);
    let file = source.number(&table::ATTACHMENT_BYTES, "bytes", 1..=LARGE);
    let total = source.number(&table::ATTACHMENTS_TOTAL_BYTES, "bytes", 1..=LARGE);
    Some(AttachmentLimits {
        count_max: count?,
        file_bytes_max: file?,
        total_bytes_max: total?,
    })
}

fn level(word: &str) -> Option<Level> {
    match word {
        "error" => Some(Level::ERROR),
        "warn" => Some(Level::WARN),
        "info" => Some(Level::INFO),
        "debug" => Some(Level::DEBUG),
        "trace" => Some(Level::TRACE),
        _ => None,
    }
}
