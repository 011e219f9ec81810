//! Where a request comes from: the address of the socket or, where that is a proxy of ours, the
//! address that the proxies have written down.
//!
//! Proxies write on the right, and whoever calls them can have written anything on the left. So
//! both headers are read from the right, up to the first address that is no proxy of ours; junk on
//! the left changes nothing. What cannot be read there counts as the socket's address.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::http::header::{self, HeaderMap, HeaderName};
use ipnet::IpNet;

mod forwarded;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Nobody has longer chains of proxies.
const HOPS_MAX: usize = 32;

/// The client's address. `socket` is the other end of the connection.
pub(crate) fn client_address(socket: IpAddr, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: &IpAddr| trusted.iter().any(|proxies| proxies.contains(address));
    let socket = socket.to_canonical();
    if !is_trusted(&socket) {
        return socket;
    }
    let found = if headers.contains_key(header::FORWARDED) {
        first_stranger(
            forwarded::hops(lines(headers, header::FORWARDED)),
            is_trusted,
        )
    } else {
        let hops =
            lines(headers, X_FORWARDED_FOR).flat_map(|line| line.rsplit(|byte| *byte == b','));
        first_stranger(hops.map(|hop| node(hop.trim_ascii())), is_trusted)
    };
    found.unwrap_or(socket)
}

/// The first address that is no proxy. A hop that is no address hides all that lie behind it.
fn first_stranger(
    hops: impl Iterator<Item = Option<IpAddr>>,
    is_trusted: impl Fn(&IpAddr) -> bool,
) -> Option<IpAddr> {
    let mut hops = hops.take(HOPS_MAX);
    hops.find(|hop| !hop.is_some_and(|address| is_trusted(&address)))?
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
