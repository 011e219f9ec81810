//! `attachments.scan`: who looks at files before they are taken.

use std::sync::Arc;

use ports::Scanner;
use scan_clamd::{ClamdAddress, ClamdScanner, SCAN_TIME_MAX, SCANS_AT_ONCE};
use settings_toml::DefaultValue::Unset;
use settings_toml::{Setting, SettingsReader};

const SCAN: Setting = Setting::new(
    "attachments.scan",
    Unset("none"),
    "who looks at files: clamd:SOCKET or clamd:HOST:PORT",
);

/// The scanner of files, where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ScannerSettings(Option<ClamdAddress>);

impl ScannerSettings {
    /// Files that the scanner looks at together.
    pub(crate) const AT_ONCE_MAX: usize = SCANS_AT_ONCE;

    /// `None` only where a fault was noted.
    pub(crate) fn read(reader: &mut SettingsReader) -> Option<Self> {
        if !reader.is_given(&SCAN) {
            reader.text(&SCAN);
            return Some(Self(None));
        }
        let what = "`clamd:` and a socket or a host and port, such as \
            `clamd:/run/clamav/clamd.ctl` or `clamd:scanner:3310`";
        reader
            .parsed(&SCAN, what, Self::parse)
            .map(|address| Self(Some(address)))
    }

    fn parse(text: &str) -> Option<ClamdAddress> {
        ClamdAddress::parse(text.strip_prefix("clamd:")?)
    }

    /// Nothing is connected yet.
    pub(crate) fn build(&self) -> Option<Arc<dyn Scanner>> {
        let address = self.0.clone()?;
        Some(Arc::new(ClamdScanner::new(address, SCAN_TIME_MAX)))
    }
}
