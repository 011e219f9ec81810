//! `server.trusted_proxies`, `server.forwarded_header`, `server.cors_origins`: whom the service
//! believes and which pages may call it.

use http_api::{ForwardedHeader, TrustedProxies};
use ipnet::IpNet;
use settings_toml::DefaultValue::{Text, Unset};
use settings_toml::{Setting, SettingsReader};

const TRUSTED_PROXIES: Setting = Setting::new(
    "server.trusted_proxies",
    Unset("none"),
    "networks whose word on the client's address is taken",
);
const FORWARDED_HEADER: Setting = Setting::new(
    "server.forwarded_header",
    Text("x-forwarded-for"),
    "where they write it: x-forwarded-for or forwarded",
);
const CORS_ORIGINS: Setting = Setting::new(
    "server.cors_origins",
    Unset("none"),
    "origins whose pages may call the service",
);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NetworkSettings {
    pub(crate) trusted_proxies: TrustedProxies,
    pub(crate) cors_origins: Vec<String>,
}

impl NetworkSettings {
    pub(super) fn read(reader: &mut SettingsReader) -> Self {
        let what = "origins, such as `https://forms.example.org`, in small letters, without a path";
        let networks = reader.networks(&TRUSTED_PROXIES);
        let headers = "`x-forwarded-for` or `forwarded`";
        let header = reader.parsed(&FORWARDED_HEADER, headers, forwarded_header);
        let cors_origins = reader.parsed_list(&CORS_ORIGINS, what, origin);
        Self {
            trusted_proxies: TrustedProxies {
                networks: networks.unwrap_or_default(),
                header: header.unwrap_or_default(),
            },
            cors_origins: cors_origins.unwrap_or_default(),
        }
    }

    /// A sentence where somebody whom the operator cannot know is believed.
    pub(super) fn warnings(&self) -> Vec<String> {
        let strangers = self.trusted_proxies.networks.iter().copied();
        let strangers: Vec<String> = strangers
            .filter(|network| holds_strangers(*network))
            .map(|network| format!("`{network}`"))
            .collect();
        if strangers.is_empty() {
            return Vec::new();
        }
        vec![format!(
            "`{}` holds {}, in which strangers are: each of them chooses the address that he is \
             counted for and that stands in the log, so limits hold for nobody. Name the address \
             of the proxy alone.",
            TRUSTED_PROXIES.key,
            strangers.join(" and ")
        )]
    }
}

/// Whether a network is wider than the widest private one of its kind: 10.0.0.0/8, fc00::/7.
fn holds_strangers(network: IpNet) -> bool {
    match network {
        IpNet::V4(network) => network.prefix_len() < 8,
        IpNet::V6(network) => network.prefix_len() < 7,
    }
}

fn forwarded_header(name: &str) -> Option<ForwardedHeader> {
    match name.to_ascii_lowercase().as_str() {
        "x-forwarded-for" => Some(ForwardedHeader::XForwardedFor),
        "forwarded" => Some(ForwardedHeader::Forwarded),
        _ => None,
    }
}

/// An origin as browsers write it: scheme, host and perhaps a port, in small letters, and without
/// the port that the scheme has anyway.
fn origin(text: &str) -> Option<String> {
    let (host, usual_port) = match text.strip_prefix("https://") {
        Some(host) => (host, ":443"),
        None => (text.strip_prefix("http://")?, ":80"),
    };
    let fits =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:[]".contains(&byte);
    let written = text.strip_suffix(usual_port).unwrap_or(text);
    (!host.is_empty() && host.bytes().all(fits)).then(|| written.to_owned())
}

#[cfg(test)]
mod tests {
    use super::origin;
    use crate::settings::Settings;

    #[test]
    fn origins_are_exact() {
        for text in [
            "https://a.example.org",
            "http://localhost:3000",
            "http://[::1]:8000",
            "http://a.example.org:443",
        ] {
            assert_eq!(origin(text).as_deref(), Some(text));
        }
        for (text, written) in [
            ("https://a.example.org:443", "https://a.example.org"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(origin(text).as_deref(), Some(written));
        }
        for text in [
            "*",
            "null",
            "https://",
            "https://a/",
            "a.example.org",
            "https://A",
            "ftp://a",
        ] {
            assert_eq!(origin(text), None, "{text}");
        }
    }

    #[test]
    fn networks_that_strangers_are_in_are_told_of_where_their_word_is_taken() {
        let warned = |networks: &str| {
            let file = format!("server.trusted_proxies = [{networks}]");
            Settings::read(Some(&file), []).unwrap().warnings
        };
        for networks in ["", "'10.0.0.0/8'", "'fc00::/7', '192.0.2.7'"] {
            assert_eq!(warned(networks), [""; 0], "{networks}");
        }
        for (networks, named) in [
            ("'0.0.0.0/0'", "holds `0.0.0.0/0`, in"),
            // A little wider than the widest that are nobody's but one's own.
            ("'10.0.0.0/7'", "holds `10.0.0.0/7`, in"),
            ("'fc00::/6'", "holds `fc00::/6`, in"),
            ("'::ffff:0.0.0.0/96'", "holds `0.0.0.0/0`, in"),
            (
                "'192.0.2.7', '0.0.0.0/1', '::/0'",
                "holds `0.0.0.0/1` and `::/0`, in",
            ),
        ] {
            let told = warned(networks);
            assert_eq!(told.len(), 1, "{networks}: {told:?}");
            assert!(told[0].contains(named), "{told:?}");
        }
    }

    #[test]
    fn commas_between_the_texts_of_a_variable_are_named_as_what_is_wrong() {
        for (variable, value) in [
            ("SERVER__TRUSTED_PROXIES", "10.0.0.1, 10.0.0.2"),
            ("RATE_LIMIT__EXEMPT", "10.0.0.0/8,10.0.0.2"),
            ("SERVER__CORS_ORIGINS", "https://a, https://b"),
            ("ATTACHMENTS__TYPES", "image/png,image/gif"),
        ] {
            let variable = (format!("FORMSERVICE__{variable}"), value.to_owned());
            let faults = Settings::read(None, [variable]).unwrap_err().join(" ");
            assert!(faults.ends_with(", with spaces between them."), "{faults}");
        }
    }
}
