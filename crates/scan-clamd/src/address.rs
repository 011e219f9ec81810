//! Where a daemon listens.

use std::path::PathBuf;

/// A socket of this machine, or a port of any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClamdAddress {
    /// The path of a socket.
    Socket(PathBuf),
    /// A host name or address, and a port.
    Port(String, u16),
}

impl ClamdAddress {
    /// `/run/clamav/clamd.ctl`, `scanner:3310` or `[::1]:3310`.
    pub fn parse(text: &str) -> Option<Self> {
        if text.starts_with('/') {
            return Some(Self::Socket(text.into()));
        }
        let (host, port) = text.rsplit_once(':')?;
        let port = port.parse().ok().filter(|port| *port > 0)?;
        let is_name = |host: &str| {
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
            !host.is_empty() && host.bytes().all(fits)
        };
        let inside = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        let host = match inside {
            Some(address) => address.parse::<std::net::Ipv6Addr>().ok()?.to_string(),
            None => is_name(host).then(|| host.to_owned())?,
        };
        Some(Self::Port(host, port))
    }
}

#[cfg(test)]
mod tests {
    use super::ClamdAddress;

    #[test]
    fn parse_takes_sockets_and_ports() {
        let port = |host: &str, port| Some(ClamdAddress::Port(host.to_owned(), port));
        for (text, address) in [
            (
                "/run/clamav/clamd.ctl",
                Some(ClamdAddress::Socket("/run/clamav/clamd.ctl".into())),
            ),
            ("scanner:3310", port("scanner", 3310)),
            ("127.0.0.1:3310", port("127.0.0.1", 3310)),
            ("[::1]:3310", port("::1", 3310)),
            ("clamd.ctl", None),
            ("", None),
            (":3310", None),
            ("::1:3310", None),
            ("[x]:3310", None),
            (
                "//scanner:3310",
                Some(ClamdAddress::Socket("//scanner:3310".into())),
            ),
            ("scanner:0", None),
            ("scanner:65536", None),
            ("user@scanner:3310", None),
        ] {
            assert_eq!(ClamdAddress::parse(text), address, "{text}");
        }
    }
}
