//! Lists of networks of addresses.

use std::net::IpAddr;

use ipnet::{IpNet, Ipv4Net};

use crate::{Setting, SettingsReader};

impl SettingsReader {
    /// Networks, and addresses as networks of one.
    pub fn networks(&mut self, setting: &'static Setting) -> Option<Vec<IpNet>> {
        let what = "addresses and networks, such as `192.0.2.7` or `10.0.0.0/8`";
        self.parsed_list(setting, what, network)
    }
}

/// A network, or an address as a network of one. IPv4 networks written as IPv6 ones become what
/// they are.
fn network(text: &str) -> Option<IpNet> {
    let network = match text.parse::<IpNet>() {
        Ok(network) => network.trunc(),
        Err(_) => IpNet::from(text.parse::<IpAddr>().ok()?),
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

#[cfg(test)]
mod tests {
    use super::network;

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
}
