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
    let listen = listen?;
    if metrics.is_some_and(|metrics| metrics.is_configured && is_taken(metrics.address, listen)) {
        let fault = "must be another address than `server.listen`: give it another port";
        return reader.fault(&METRICS_LISTEN, fault);
    }
    Some(ServeSettings { listen, metrics })
}

/// Whether who listens on the second address has the first one as well. Port 0 is any free one.
fn is_taken(address: SocketAddr, listen: SocketAddr) -> bool {
    let has_all = listen.ip().is_unspecified() && (listen.is_ipv6() || address.is_ipv4());
    let is_same = address.ip().to_canonical() == listen.ip().to_canonical();
    address.port() != 0 && address.port() == listen.port() && (has_all || is_same)
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
        // Who reads the document is not to find a password there.
        let host = rest.split('/').next().unwrap_or_default();
        let has_host = !host.is_empty() && !host.starts_with(':') && !host.contains('@');
        (has_host && rest.chars().all(is_plain)).then(|| text.trim_end_matches('/').to_owned())
    })
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;

    fn faults(file: &str) -> Vec<String> {
        Settings::read(Some(file), []).err().unwrap_or_default()
    }

    #[test]
    fn metrics_on_the_address_of_the_service_are_a_fault_of_the_configuration() {
        let both = |listen: &str, metrics: &str| {
            faults(&format!(
                "server = {{ listen = '{listen}', metrics_listen = '{metrics}' }}"
            ))
        };
        for (listen, metrics) in [
            ("127.0.0.1:81", "127.0.0.1:81"),
            ("0.0.0.0:81", "127.0.0.1:81"),
            ("[::]:81", "127.0.0.1:81"),
            ("[::]:81", "[::1]:81"),
        ] {
            let expected = [
                "`server.metrics_listen` must be another address than `server.listen`: give it \
                    another port.",
            ];
            assert_eq!(both(listen, metrics), expected, "{listen} {metrics}");
        }
        for (listen, metrics) in [
            ("127.0.0.1:0", "127.0.0.1:0"),
            ("127.0.0.1:81", "127.0.0.1:82"),
            ("192.0.2.7:81", "127.0.0.1:81"),
            ("0.0.0.0:81", "[::1]:81"),
        ] {
            assert!(both(listen, metrics).is_empty(), "{listen} {metrics}");
        }
        // Where only the service was moved there, it runs without metrics and says so.
        assert!(faults("server.listen = '127.0.0.1:9090'").is_empty());
    }

    #[test]
    fn a_public_address_holds_no_password_that_the_document_would_show() {
        let with = |url: &str| faults(&format!("server.public_url = '{url}'"));
        assert!(!with("https://user:secret@a.example.org/x").is_empty());
        assert!(with("https://a.example.org/~user@home").is_empty());
    }

    #[test]
    fn a_public_address_is_one_that_paths_can_be_written_behind() {
        let address = |url: &str| {
            let file = format!("server.public_url = '{url}'");
            Settings::read(Some(&file), []).map(|settings| settings.public_url)
        };
        for (given, kept) in [
            ("https://a.example.org", "https://a.example.org"),
            (
                "http://a.example.org:8080/x/",
                "http://a.example.org:8080/x",
            ),
        ] {
            assert_eq!(address(given), Ok(Some(kept.to_owned())));
        }
        for refused in [
            "https://",
            "https:///x",
            "https://:443",
            "a.example.org",
            "ftp://a.example.org",
            "https://a.example.org/?x",
            "https://a.example.org/#x",
            "https://a.example.org/<x>",
            "https://a.example.org/ x",
            "https://ä.example.org",
        ] {
            let told = "`server.public_url` must be an http or https address, such as \
                `https://applications.example.org`.";
            assert_eq!(address(refused), Err(vec![told.to_owned()]), "{refused}");
        }
    }
}
