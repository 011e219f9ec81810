//! Where a client calls from: its address, its network, its site.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Where a request comes from, as far as that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientAddress {
    /// The address of the client.
    Known(IpAddr),
    /// The address of a trusted proxy that wrote down the client's in a way that cannot be read.
    /// Such requests count for the proxy, and are never exempt.
    HiddenBehind(IpAddr),
}

impl ClientAddress {
    /// The network that the request counts for.
    pub fn network(self) -> ClientNetwork {
        match self {
            Self::Known(address) | Self::HiddenBehind(address) => ClientNetwork::of(address),
        }
    }
}

/// What one client calls from: an IPv4 address, or the 64 bits of an IPv6 address that a network
/// has been given. The rest a client can choose freely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientNetwork(IpAddr);

impl ClientNetwork {
    /// What the program does of its own accord counts for a network that no client has (0.0.0.0).
    pub const NOBODY: Self = Self(IpAddr::V4(Ipv4Addr::UNSPECIFIED));

    /// The network of an address. An IPv4 address written as an IPv6 one counts as the IPv4 address
    /// that it is.
    pub fn of(address: IpAddr) -> Self {
        match address.to_canonical() {
            IpAddr::V6(address) => {
                let network = address.to_bits() & (u128::MAX << 64);
                Self(Ipv6Addr::from_bits(network).into())
            }
            address @ IpAddr::V4(_) => Self(address),
        }
    }

    /// The site that the network belongs to.
    pub fn site(self) -> ClientSite {
        match self.0 {
            IpAddr::V6(network) => {
                let site = network.to_bits() & (u128::MAX << 80);
                ClientSite(Ipv6Addr::from_bits(site).into())
            }
            address @ IpAddr::V4(_) => ClientSite(address),
        }
    }
}

/// What a site has been given, to divide among its networks: the first 48 bits of IPv6 addresses
/// (RFC 6177). An IPv4 address is a site of its own, whatever network lies behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientSite(IpAddr);

impl ClientSite {
    /// Whether the site can call from more than one [`ClientNetwork`].
    pub fn has_networks(self) -> bool {
        self.0.is_ipv6()
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl fmt::Display for ClientSite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::ClientNetwork;

    fn name(address: &str) -> String {
        ClientNetwork::of(address.parse().unwrap()).to_string()
    }

    #[test]
    fn ipv6_clients_count_by_their_network() {
        assert_eq!(name("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(name("2001:db8:1:2::"), name("2001:db8:1:2:ffff::1"));
        assert_ne!(name("2001:db8:1:2::"), name("2001:db8:1:3::"));
    }

    #[test]
    fn ipv4_clients_count_by_their_address_however_it_is_written() {
        assert_eq!(name("203.0.113.9"), "203.0.113.9");
        assert_eq!(name("::ffff:203.0.113.9"), name("203.0.113.9"));
        assert_ne!(name("203.0.113.9"), name("203.0.113.10"));
    }

    #[test]
    fn a_site_is_48_bits_of_ipv6_or_an_ipv4_address() {
        let site = |address: &str| ClientNetwork::of(address.parse().unwrap()).site();
        assert_eq!(site("2001:db8:1:2::9"), site("2001:db8:1:ffff::1"));
        assert_ne!(site("2001:db8:1:2::9"), site("2001:db8:2:2::9"));
        assert_eq!(site("2001:db8:1:2::9").to_string(), "2001:db8:1::");
        assert!(site("2001:db8:1:2::9").has_networks());
        assert_eq!(site("::ffff:203.0.113.9"), site("203.0.113.9"));
        assert_ne!(site("203.0.113.9"), site("203.0.113.10"));
        assert!(!site("203.0.113.9").has_networks());
    }
}
