//! The log, on standard error: for people or as JSON lines.
//!
//! The level is for the service's own crates; of the libraries only warnings are taken, since at
//! finer levels they may write down what they were sent. Of a panic only the place is logged: its
//! message may hold what somebody filled in. Events that must be traceable are told at every
//! level.

mod json_lines;

use cli::{LogFormat, terminal};
use tracing::Level;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Layer as _, fmt, registry};

use self::json_lines::JsonLines;

/// The crates that log by the configured level.
const OWN: [&str; 13] = [
    env!("CARGO_CRATE_NAME"),
    "blobs_fs",
    "blobs_s3",
    "cli",
    "http_api",
    "keys_argon2",
    "limits_redis",
    "metrics_prometheus",
    "pdf_sandbox",
    "store_diesel",
    "store_postgres",
    "store_sqlite",
    "usecases",
];

/// Starts the log. Once in a process.
pub(crate) fn start(format: LogFormat, level: Level) {
    let targets = targets(level);
    let lines = fmt::layer().with_writer(|| terminal::Lines);
    match format {
        LogFormat::Pretty => {
            let lines = lines.with_target(false).with_ansi(terminal::has_colours());
            registry().with(lines.with_filter(targets)).init();
        }
        LogFormat::Json => {
            let lines = lines.event_format(JsonLines);
            registry().with(lines.with_filter(targets)).init();
        }
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place, "a thread panicked");
    }));
}

/// What is told at this level.
fn targets(level: Level) -> Targets {
    let libraries = LevelFilter::WARN.min(LevelFilter::from_level(level));
    let own = OWN.map(|name| (name, level));
    let targets = Targets::new().with_default(libraries).with_targets(own);
    // Its errors are requests that are no HTTP, which any stranger can send.
    let malformed = match level {
        Level::DEBUG | Level::TRACE => LevelFilter::ERROR,
        _ => LevelFilter::OFF,
    };
    targets
        .with_target("actix_http::h1::dispatcher", malformed)
        .with_target(http_api::EVENTS_TARGET, LevelFilter::INFO)
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::targets;

    #[test]
    fn targets_tell_events_at_every_level_and_of_libraries_only_warnings() {
        for level in [Level::ERROR, Level::INFO, Level::TRACE] {
            let targets = targets(level);
            assert!(targets.would_enable("events", &Level::INFO));
            assert!(!targets.would_enable("rustls", &Level::INFO));
        }
        let tells_malformed =
            |level| targets(level).would_enable("actix_http::h1::dispatcher", &Level::ERROR);
        assert!(!tells_malformed(Level::INFO) && tells_malformed(Level::DEBUG));
        assert!(!targets(Level::WARN).would_enable("http_api::middleware", &Level::INFO));
    }
}
