//! `log.format`, `log.level`, `log.addresses`: how the log looks, and how much is in it.

use cli::LogFormat;
use settings_toml::DefaultValue::{Text, Unset};
use settings_toml::{Setting, SettingsReader};
use tracing::Level;

const LOG_FORMAT: Setting = Setting::new(
    "log.format",
    Unset("pretty on a terminal, json elsewhere"),
    "pretty or json",
);
const LOG_LEVEL: Setting = Setting::new(
    "log.level",
    Text("info"),
    "error, warn, info, debug or trace",
);
const LOG_ADDRESSES: Setting = Setting::new(
    "log.addresses",
    Text("network"),
    "network or whole: what events tell of clients",
);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogSettings {
    /// `None`: pretty on a terminal and JSON elsewhere.
    pub(crate) format: Option<LogFormat>,
    pub(crate) level: Level,
    /// Whether events name the whole address of a client.
    pub(crate) has_whole_addresses: bool,
}

impl LogSettings {
    /// The format alone, where it can be read whatever is wrong with the rest.
    pub(crate) fn format_despite_faults(
        file: Option<&str>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Option<LogFormat> {
        format(&mut SettingsReader::new(file, environment))
    }

    pub(super) fn read(reader: &mut SettingsReader) -> Option<Self> {
        let format = format(reader);
        let levels = "`error`, `warn`, `info`, `debug` or `trace`";
        let level = reader.parsed(&LOG_LEVEL, levels, |word| match word {
            "error" => Some(Level::ERROR),
            "warn" => Some(Level::WARN),
            "info" => Some(Level::INFO),
            "debug" => Some(Level::DEBUG),
            "trace" => Some(Level::TRACE),
            _ => None,
        });
        let addresses = "`network` or `whole`";
        let has_whole_addresses = reader.parsed(&LOG_ADDRESSES, addresses, |word| match word {
            "network" => Some(false),
            "whole" => Some(true),
            _ => None,
        });
        Some(Self {
            format,
            level: level?,
            has_whole_addresses: has_whole_addresses?,
        })
    }
}

fn format(reader: &mut SettingsReader) -> Option<LogFormat> {
    reader.parsed(&LOG_FORMAT, "`pretty` or `json`", |word| match word {
        "pretty" => Some(LogFormat::Pretty),
        "json" => Some(LogFormat::Json),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use cli::LogFormat;

    use super::LogSettings;

    #[test]
    fn format_despite_faults_is_found_beside_a_level_that_is_none() {
        let file = "[log]\nlevel = 'loud'\naddresses = 'some'\nformat = 'pretty'";
        let format = LogSettings::format_despite_faults(Some(file), []);
        assert_eq!(format, Some(LogFormat::Pretty));
    }
}
