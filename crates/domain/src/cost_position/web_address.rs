//! Addresses in the web (RFC 3986): absolute, http or https, with a host that there can be.
//!
//! Whether there is such a host, and what follows it, is left to whoever opens the address, as long
//! as nothing in it has to be escaped.

use std::net::Ipv6Addr;

use crate::attachment::is_direction_mark;

/// From one to another of the characters outside of ASCII that make a host look like another one:
/// they cannot be seen, turn what follows (RFC 3987, 4.1), or look like what parts an address.
/// Those that join letters are none of them: names in Persian have them.
pub const MISLEADING_IN_HOSTS: [(char, char); 21] = [
    ('\u{AD}', '\u{AD}'),
    ('\u{34F}', '\u{34F}'),
    ('\u{61C}', '\u{61C}'),
    ('\u{115F}', '\u{1160}'),
    ('\u{17B4}', '\u{17B5}'),
    ('\u{180B}', '\u{180F}'),
    ('\u{2000}', '\u{200B}'),
    ('\u{200E}', '\u{206F}'),
    ('\u{2215}', '\u{2216}'),
    ('\u{29F8}', '\u{29F9}'),
    ('\u{3000}', '\u{3004}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{FE00}', '\u{FE1F}'),
    ('\u{FE30}', '\u{FE6F}'),
    ('\u{FEFF}', '\u{FEFF}'),
    ('\u{FF00}', '\u{FF0F}'),
    ('\u{FF1A}', '\u{FF20}'),
    ('\u{FF3B}', '\u{FF40}'),
    ('\u{FF5B}', '\u{FF65}'),
    ('\u{FFA0}', '\u{FFA0}'),
    ('\u{FFF0}', '\u{FFFF}'),
];

/// Longest name between two dots of a host (RFC 1035, 2.3.4).
const LABEL_LENGTH_MAX: usize = 63;

/// What is wrong with an address, as a clause.
pub(super) fn check(address: &str) -> Result<(), &'static str> {
    let (scheme, rest) = address.split_once("://").unwrap_or_default();
    if !["http", "https"]
        .iter()
        .any(|web| scheme.eq_ignore_ascii_case(web))
    {
        return Err("is no absolute http or https address");
    }
    if address.contains(must_be_escaped) {
        return Err("holds a blank or another character that must be escaped");
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = authority
        .split_once('@')
        .map_or(authority, |(_, place)| place);
    let (host, port) = parted(place);
    if host.is_empty() {
        Err("names no host")
    } else if !is_host(host) {
        Err("names a host that there cannot be")
    } else if !port.is_none_or(is_port) {
        Err("names a port that is no number from 0 to 65535")
    } else {
        Ok(())
    }
}

/// Neither in an address nor in one with letters of any alphabet (RFC 3987, 2.2), where marks that
/// turn the direction of writing would show another one (4.1).
fn must_be_escaped(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || is_direction_mark(character)
        || "<>\"\\^`{|}".contains(character)
}

/// The host, and the port where a colon announces one.
fn parted(place: &str) -> (&str, Option<&str>) {
    let host_length = match place.find(']') {
        Some(end) if place.starts_with('[') => end + 1,
        _ => place.find(':').unwrap_or(place.len()),
    };
    let (host, behind) = place.split_at(host_length);
    match behind.strip_prefix(':') {
        Some(port) => (host, Some(port)),
        // What follows a bracket is no port, and no host either.
        None if !behind.is_empty() => (place, None),
        None => (host, None),
    }
}

/// An IPv6 address in brackets, or names between dots; one dot may end them.
fn is_host(host: &str) -> bool {
    if let Some(literal) = host.strip_prefix('[') {
        let literal = literal.strip_suffix(']').map(str::parse::<Ipv6Addr>);
        return literal.is_some_and(|parsed| parsed.is_ok());
    }
    let name = host.strip_suffix('.').unwrap_or(host);
    name.split('.').all(is_label)
}

/// Letters of any alphabet, digits, hyphens and low lines. What is not ASCII may be written with
/// percent signs (RFC 3986, 3.2.2); anything else would hide what it stands for.
fn is_label(label: &str) -> bool {
    let (mut rest, mut length) = (label, 0);
    while let Some(character) = rest.chars().next() {
        let bytes = match character {
            '%' if is_escaped(rest.as_bytes()) => 3,
            '-' | '_' => 1,
            _ if character.is_ascii() && !character.is_ascii_alphanumeric() => return false,
            _ if is_misleading(character) => return false,
            _ => character.len_utf8(),
        };
        rest = &rest[bytes..];
        length += 1;
    }
    (1..=LABEL_LENGTH_MAX).contains(&length)
}

fn is_misleading(character: char) -> bool {
    let mut ranges = MISLEADING_IN_HOSTS.iter();
    ranges.any(|(first, last)| (*first..=*last).contains(&character))
}

/// Whether these begin with an escaped byte of a character outside of ASCII.
fn is_escaped(bytes: &[u8]) -> bool {
    let first = |digit: &u8| matches!(digit, b'8' | b'9' | b'A'..=b'F' | b'a'..=b'f');
    matches!(bytes, [_, high, low, ..] if first(high) && low.is_ascii_hexdigit())
}

/// Nothing stands for the usual port (RFC 3986, 3.2.3).
fn is_port(port: &str) -> bool {
    let is_number = port.bytes().all(|byte| byte.is_ascii_digit());
    port.is_empty() || (is_number && port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn check_takes_every_host_and_port_that_there_can_be() {
        let longest = format!("https://{}.example", "a".repeat(63));
        for address in [
            "https://example.org",
            "HTTP://user@example.org:80/a?b#c",
            "https://user:word@example.org/",
            "https://localhost:8443/offer",
            "https://[2001:db8::1]:8443/x",
            "http://[::ffff:192.0.2.1]",
            "http://192.0.2.1:8080/",
            "https://müller.example/",
            "https://उदाहरण.परीक्षा",
            "https://m%C3%BCller.example/",
            "https://xn--mller-kva.example./?q=a@b:c",
            "https://my_shop.example/angebot%201.pdf",
            "https://example.org:/",
            "https://example.org:0",
            "https://example.org:65535/",
            "https://example.org:00443/",
            &longest,
        ] {
            assert_eq!(check(address), Ok(()), "{address}");
        }
    }

    /// Asserts that each is refused with a problem in which this stands.
    #[track_caller]
    fn refused(addresses: &[&str], part: &str) {
        for address in addresses {
            let problem = check(address).unwrap_err();
            assert!(problem.contains(part), "{address}: {problem}");
        }
    }

    #[test]
    fn check_refuses_other_addresses_and_what_must_be_escaped() {
        let others = [
            "",
            "example.org",
            "//example.org",
            "ftp://a.example",
            "javascript:alert(1)",
        ];
        refused(&others, "is no absolute http");
        let blanks = [
            "https://example.org/a b",
            "https://exa mple.org/",
            "https://a/{b}",
            "https://moc.elpmaxe\u{202E}/x",
            "https://a.example/\u{202E}fdp.exe",
            "https://a.example/?\u{2066}b",
            "https://\u{200F}user@a.example/",
        ];
        refused(&blanks, "escaped");
    }

    #[test]
    fn check_refuses_hosts_that_there_cannot_be() {
        let nowhere = [
            "https://",
            "https:///a",
            "https://:80/",
            "https://user@:80/",
        ];
        refused(&nowhere, "no host");
        let too_long = format!("https://{}.example", "a".repeat(64));
        let impossible = [
            "https://a..b/",
            "https://.a/",
            "https://a..",
            "https://.",
            "https://a@b@c/",
            "https://[2001:db8::1/",
            "https://[2001:db8::1]x/",
            "https://[example]/",
            "https://[fe80::1%25eth0]/",
            "https://a%20b/",
            "https://a%2Fb/",
            "https://a%C/",
            "https://a%/",
            "https://a,b/",
            "https://good.example／evil.example/",
            "https://good\u{200B}.example/",
            &too_long,
        ];
        refused(&impossible, "cannot be");
    }

    #[test]
    fn check_refuses_ports_that_are_none() {
        let ports = [
            "https://a:99999/",
            "https://a:65536",
            "https://a:+80",
            "https://a:80:80/",
            "https://a:８０/",
            "https://[::1]:x",
            "https://2001:db8::1/",
            "https://2001:db8::1]/",
        ];
        refused(&ports, "port");
    }
}
