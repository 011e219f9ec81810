//! `server.listen`, `server.metrics_listen`, `server.public_url`: where the service is reached.

use std::net::SocketAddr;

use cli::{MetricsAddress, ServeSettings};
use settings_toml::DefaultValue::{Text, Unset};
use settings_toml::{Setting, SettingsReader};

const LISTEN: Setting = Setting::new("server.listen", Text("127.0.0.1:8080"), "address and port");
const METRICS_LISTEN: Setting = Setting::new(
    "server.metrics_listen",
    Text("127.0.0.1:9090"),
    "loopback address and port of /metrics, or off",
);
const PUBLIC_URL: Setting = Setting::new(
    "server.public_url",
    Unset("none"),
    "address from outside; of pages that upload",
);

pub(super) fn serve_settings(reader: &mut SettingsReader) -> Option<ServeSettings> {
    let what = "an address and a port, such as `127.0.0.1:8080` or `[::1]:8080`";
    let listen = reader.parsed(&LISTEN, what, |text| text.parse().ok());
    let metrics = metrics_address(reader);
    Some(ServeSettings {
        listen: listen?,
        metrics,
    })
}

fn metrics_address(reader: &mut SettingsReader) -> Option<MetricsAddress> {
    let is_configured = reader.is_given(&METRICS_LISTEN);
    let what = "an address and a port, such as `127.0.0.1:9090` or `[::1]:9090`, or `off`";
    let address = reader.parsed(&METRICS_LISTEN, what, |text| match text {
        "off" => Some(None),
        text => text.parse::<SocketAddr>().ok().map(Some),
    })??;
    if address.ip().to_canonical().is_loopback() {
        return Some(MetricsAddress {
            address,
            is_configured,
        });
    }
    reader.fault(
        &METRICS_LISTEN,
        "must be a loopback address, such as `127.0.0.1:9090` or `[::1]:9090`: whoever reaches it \
            reads the metrics without a key. \
         To read them from another machine, let an agent or a proxy on this one pass them on",
    )
}

/// Without the slash at its end: paths begin with one.
pub(super) fn public_url(reader: &mut SettingsReader) -> Option<String> {
    let what = "an http or https address, such as `https://applications.example.org`";
    reader.parsed(&PUBLIC_URL, what, |text| {
        let rest = text
            .strip_prefix("https://")
            .or_else(|| text.strip_prefix("http://"))?;
        let is_plain =
            |character: char| character.is_ascii_graphic() && !"<>\"\\^`{|}?#".contains(character);
        let has_host = !rest.is_empty() && !rest.starts_with(['/', ':']);
        (has_host && rest.chars().all(is_plain)).then(|| text.trim_end_matches('/').to_owned())
    })
}
