//! The configuration: every setting with its default and its bounds. All faults are told at once.
//!
//! Only settings that do something are known. Which adapter a URL means is decided here; what it
//! becomes is `wiring.rs`'s.

mod blobs;
mod database;
mod metrics;
mod network;
mod rate_limit;
mod source;
mod storage;
#[cfg(test)]
mod tests;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use cli::{LogFormat, ServeSettings};
use domain::attachment::AttachmentLimits;
use tracing::Level;

pub(crate) use blobs::BlobPlace;
pub(crate) use database::DatabasePlace;

use blobs::blobs;
use database::database;
use metrics::metrics_place;
use source::Source;

pub(crate) use network::NetworkSettings;
pub(crate) use rate_limit::RateLimitSettings;

/// 10 MB.
const UPLOAD_BYTES: u64 = 10 * 1024 * 1024;

/// A worker has 256 MiB for a file and all that it becomes.
const UPLOAD_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// An hour.
const GRACE_SECONDS: u64 = 3600;

/// Well over the longest time between the first byte of a file and the row that names it.
const GRACE_SECONDS_MIN: u64 = 300;

/// Ten years.
const GRACE_SECONDS_MAX: u64 = 10 * 366 * 24 * 3600;

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    /// `server.listen`, `server.metrics_listen`.
    pub(crate) serve: ServeSettings,
    /// `server.trusted_proxies`, `server.cors_origins`.
    pub(crate) network: NetworkSettings,
    /// `server.public_url`: where the service is reached from outside, for the OpenAPI document.
    pub(crate) public_url: Option<String>,
    /// `auth.master_key_hashes`: argon2id hashes in PHC form. `None`: one is made at the first
    /// start; empty: no master key.
    pub(crate) master_key_hashes: Option<Vec<String>>,
    /// `database.url`: where the rows are.
    pub(crate) database: DatabasePlace,
    /// `blobs.url`: where the blobs are.
    pub(crate) blobs: BlobPlace,
    /// `forms.dir`: a folder of more form types.
    pub(crate) forms: Option<PathBuf>,
    /// `limits.upload_bytes`: size of an uploaded form.
    pub(crate) upload_bytes_max: u64,
    /// `limits.attachments_max`, `limits.attachment_bytes`, `limits.attachments_total_bytes`.
    pub(crate) attachments: AttachmentLimits,
    /// `rate_limit.*`.
    pub(crate) rate_limit: RateLimitSettings,
    /// `sweep.grace_seconds`: how long bytes that no row names are kept.
    pub(crate) sweep_grace_seconds: u64,
    /// `log.format`: `None` means pretty on a terminal and JSON elsewhere.
    pub(crate) log_format: Option<LogFormat>,
    /// `log.level`.
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
        let settings = Self {
            serve: ServeSettings {
                listen: listen(&mut source)
                    .unwrap_or_else(|| SocketAddr::from((Ipv4Addr::LOCALHOST, 8080))),
                metrics: metrics_place(&mut source),
            },
            network: NetworkSettings::read(&mut source),
            public_url: public_url(&mut source),
            master_key_hashes: source.list("auth.master_key_hashes"),
            database: database(&mut source)
                .unwrap_or_else(|| DatabasePlace::File("data/formservice.db".into())),
            blobs: blobs(&mut source).unwrap_or_else(|| BlobPlace::Folder("data/blobs".into())),
            forms: source.text("forms.dir").map(PathBuf::from),
            upload_bytes_max: source
                .number("limits.upload_bytes", "bytes", 1..=UPLOAD_BYTES_MAX)
                .unwrap_or(UPLOAD_BYTES),
            attachments: attachments(&mut source),
            rate_limit: RateLimitSettings::read(&mut source),
            sweep_grace_seconds: source
                .number(
                    "sweep.grace_seconds",
                    "seconds",
                    GRACE_SECONDS_MIN..=GRACE_SECONDS_MAX,
                )
                .unwrap_or(GRACE_SECONDS),
            log_format: source.parsed("log.format", "`pretty` or `json`", log_format),
            log_level: source
                .parsed(
                    "log.level",
                    "`error`, `warn`, `info`, `debug` or `trace`",
                    level,
                )
                .unwrap_or(Level::INFO),
        };
        let faults = source.faults();
        if faults.is_empty() {
            Ok(settings)
        } else {
            Err(faults)
        }
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
    source.parsed("server.listen", what, |text| text.parse().ok())
}

/// Without the slash at its end: paths begin with one.
fn public_url(source: &mut Source) -> Option<String> {
    let what = "an http or https address, such as `https://applications.example.org`";
    source.parsed("server.public_url", what, |text| {
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))?;
        let is_plain =
            |character: char| character.is_ascii_graphic() && !"<>\"\\^`{|}?#".contains(character);
        let has_host = !rest.is_empty() && !rest.starts_with(['/', ':']);
        (has_host && rest.chars().all(is_plain)).then(|| text.trim_end_matches('/').to_owned())
    })
}

/// The path in `scheme:path`. With `//` before it a URL would name a host first, which is never
/// meant.
fn path_in(url: &str, scheme: &str) -> Option<PathBuf> {
    let path = url.strip_prefix(scheme)?.strip_prefix(':')?;
    let is_path = !path.is_empty() && !path.starts_with("//") && !path.starts_with(':');
    is_path.then(|| PathBuf::from(path))
}

fn attachments(source: &mut Source) -> AttachmentLimits {
    const MANY: u64 = 100_000;
    const LARGE: u64 = 1 << 40;
    let limits = AttachmentLimits::default();
    let count = source.number("limits.attachments_max", "attachments", 0..=MANY);
    let file = source.number("limits.attachment_bytes", "bytes", 1..=LARGE);
    let total = source.number("limits.attachments_total_bytes", "bytes", 1..=LARGE);
    AttachmentLimits {
        count_max: count.unwrap_or(limits.count_max),
        file_bytes_max: file.unwrap_or(limits.file_bytes_max),
        total_bytes_max: total.unwrap_or(limits.total_bytes_max),
    }
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
