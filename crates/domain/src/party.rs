//! Whose requests are counted together.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

use crate::PaId;
use crate::access::Caller;

/// One who has an allowance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Party {
    /// A client, by where it calls from.
    Client(ClientNetwork),
    /// An application, whichever key it has at the time.
    Application(PaId),
    /// Whoever holds a master key.
    Master,
}

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
}

impl From<Caller> for Party {
    fn from(caller: Caller) -> Self {
        match caller {
            Caller::Application(pa_id) => Self::Application(pa_id),
            Caller::Master => Self::Master,
        }
    }
}

/// A name that no other party has.
impl fmt::Display for Party {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(ClientNetwork(address)) => write!(formatter, "client:{address}"),
            Self::Application(pa_id) => write!(formatter, "application:{pa_id}"),
            Self::Master => formatter.write_str("master"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ClientNetwork, Party};

    fn name(address: &str) -> String {
        Party::Client(ClientNetwork::of(address.parse().unwrap())).to_string()
    }

    #[test]
    fn ipv6_clients_count_by_their_network() {
        assert_eq!(name("2001:db8:1:2:3:4:5:6"), "client:2001:db8:1:2::");
        assert_eq!(name("2001:db8:1:2::"), name("2001:db8:1:2:ffff::1"));
        assert_ne!(name("2001:db8:1:2::"), name("2001:db8:1:3::"));
    }

    #[test]
    fn ipv4_clients_count_by_their_address_however_it_is_written() {
        assert_eq!(name("203.0.113.9"), "client:203.0.113.9");
        assert_eq!(name("::ffff:203.0.113.9"), name("203.0.113.9"));
        assert_ne!(name("203.0.113.9"), name("203.0.113.10"));
    }
}
