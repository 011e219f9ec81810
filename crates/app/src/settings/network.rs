//! `server.trusted_proxies`, `server.cors_origins`: whom the service believes and which pages may
//! call it.

use ipnet::{IpNet, Ipv4Net};

use super::source::Source;
use super::table::{CORS_ORIGINS, Setting, TRUSTED_PROXIES};

/// Whom the service believes about where a request comes from, and which pages may call it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct NetworkSettings {
    /// Proxies whose word about the client's address counts.
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// Origins whose pages may call from a browser.
    pub(crate) cors_origins: Vec<String>,
}

impl NetworkSettings {
    pub(super) fn read(source: &mut Source) -> Self {
        let origins = "origins, such as `https://forms.example.org`, without a path";
        Self {
            trusted_proxies: networks(source, &TRUSTED_PROXIES).unwrap_or_default(),
            cors_origins: source
                .parsed_list(&CORS_ORIGINS, origins, origin)
                .unwrap_or_default(),
        }
    }
}

pub(crate) fn networks(source: &mut Source, setting: &'static Setting) -> Option<Vec<IpNet>> {
    let what = "addresses and networks, such as `192.0.2.7` or `10.0.0.0/8`";
    source.parsed_list(setting, what, network)
}

/// A network, or an address as a network of one. IPv4 networks written as IPv6 ones become what
/// they are.
fn network(text: &str) -> Option<IpNet> {
    let network = match text.parse::<IpNet>() {
        Ok(network) => network.trunc(),
        Err(_) => IpNet::from(text.parse::<std::net::IpAddr>().ok()?),
    };
    let IpNet::V6(mapped) = network else {
        return Some(network);
    };
    let inner = mapped
        .addr()
        .to_ipv4_mapped()
        .zip(mapped.prefix_len().checked_sub(96));
    match inner {
        Some((address, length)) => Ipv4Net::new(address, length).ok().map(IpNet::V4),
        None => Some(network),
    }
}

/// An origin as browsers write it: scheme, host and perhaps a port, in small letters.
fn origin(text: &str) -> Option<String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let fits =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:[]".contains(&byte);
    (!host.is_empty() && host.bytes().all(fits)).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{network, origin};

    #[test]
    fn networks_and_addresses_are_read_as_they_are_meant() {
        for (text, meant) in [
            ("10.1.2.3/8", "10.0.0.0/8"),
            ("192.0.2.7", "192.0.2.7/32"),
            ("fe80::/10", "fe80::/10"),
            ("::1", "::1/128"),
            ("::ffff:10.0.0.0/104", "10.0.0.0/8"),
            ("::ffff:192.0.2.7", "192.0.2.7/32"),
            ("::/0", "::/0"),
        ] {
            assert_eq!(
                network(text).map(|net| net.to_string()),
                Some(meant.to_owned()),
                "{text}"
            );
        }
        for text in [
            "",
            "10.0.0.0/33",
            "10.0.0",
            "localhost",
            "10.0.0.0/8/8",
            "fe80::1%eth0",
        ] {
            assert_eq!(network(text), None, "{text}");
        }
    }

    #[test]
    fn origins_are_exact() {
        for text in [
            "https://a.example.org",
            "http://localhost:3000",
            "http://[::1]:80",
        ] {
            assert_eq!(origin(text).as_deref(), Some(text));
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
}
