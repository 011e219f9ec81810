//! Where a request comes from: the address of the socket or, where that is a proxy of ours, the
//! address that the proxies have written into the one header that the settings name.
//!
//! Proxies write on the right, and whoever calls them can have written anything on the left. So the
//! header is read from the right, up to the first address that is not a proxy of ours; forged
//! entries on the left change nothing. A proxy that sends no such header has made the request
//! itself.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::http::header::{self, HeaderMap, HeaderName};
use domain::client_network::ClientAddress;
use ipnet::IpNet;

mod forwarded;
mod unnamed_proxy;

pub(crate) use unnamed_proxy::UnnamedProxyWarning;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// How many hops are looked at; real chains of proxies are shorter.
const HOPS_MAX: usize = 32;

/// The header in which trusted proxies name the client; the other one is ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ForwardedHeader {
    #[default]
    XForwardedFor,
    /// Of RFC 7239.
    Forwarded,
}

impl ForwardedHeader {
    const ALL: [Self; 2] = [Self::XForwardedFor, Self::Forwarded];

    fn name(self) -> HeaderName {
        match self {
            Self::XForwardedFor => X_FORWARDED_FOR,
            Self::Forwarded => header::FORWARDED,
        }
    }
}

/// The proxies whose statement about the client's address is believed, and the header it is in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TrustedProxies {
    pub networks: Vec<IpNet>,
    pub header: ForwardedHeader,
}

impl TrustedProxies {
    pub(crate) fn contains(&self, address: &IpAddr) -> bool {
        self.networks
            .iter()
            .any(|network| network.contains(address))
    }

    /// Where a request comes from. `socket` is the other end of the connection.
    pub(crate) fn client_address(&self, socket: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let socket = socket.to_canonical();
        let name = self.header.name();
        if !self.contains(&socket) || !headers.contains_key(&name) {
            return ClientAddress::Known(socket);
        }
        let lines = lines(headers, name);
        let found = match self.header {
            ForwardedHeader::Forwarded => self.nearest_stranger(forwarded::hops(lines)),
            ForwardedHeader::XForwardedFor => {
                let hops = lines.flat_map(|line| line.rsplit(|byte| *byte == b','));
                self.nearest_stranger(hops.map(|hop| node(hop.trim_ascii())))
            }
        };
        found.map_or(ClientAddress::HiddenBehind(socket), ClientAddress::Known)
    }

    /// The first address that is not a proxy's, or that of the last proxy, which has made the
    /// request itself. `None` where a hop before that is not an address: what lies behind it is
    /// unknown.
    fn nearest_stranger(&self, hops: impl Iterator<Item = Option<IpAddr>>) -> Option<IpAddr> {
        let mut nearest = None;
        for (count, hop) in hops.enumerate() {
            let address = hop.filter(|_| count < HOPS_MAX)?;
            if !self.contains(&address) {
                return Some(address);
            }
            nearest = Some(address);
        }
        nearest
    }
}

/// The lines of a header, the last one first.
fn lines(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = &[u8]> {
    let lines: Vec<&[u8]> = headers
        .get_all(name)
        .map(header::HeaderValue::as_bytes)
        .collect();
    lines.into_iter().rev()
}

/// The address of `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `[2001:db8::1]` or
/// `[2001:db8::1]:80`; `None` for `unknown` and made-up names.
fn node(text: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(text).ok()?;
    let address = match text.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            is_port(port).then_some(())?;
            address.parse::<Ipv6Addr>().ok()?.into()
        }
        None => match text.split_once(':') {
            Some((address, port)) if !port.contains(':') => {
                is_port(&text[address.len()..]).then_some(())?;
                IpAddr::V4(address.parse().ok()?)
            }
            _ => text.parse().ok()?,
        },
    };
    Some(address.to_canonical())
}

/// Nothing, or a colon with a port, which may be a made-up one too (RFC 7239, 6.2).
fn is_port(text: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    match text.strip_prefix(':') {
        Some(port) => !port.is_empty() && port.bytes().all(is_name),
        None => text.is_empty(),
    }
}

#[cfg(test)]
mod tests;
