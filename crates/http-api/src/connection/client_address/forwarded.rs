//! The header `Forwarded` (RFC 7239), from the right: `for=192.0.2.1;proto=https,
//! for="[2001:db8::1]:80"`.
//!
//! Quoted texts may hold commas, semicolons and, after a backslash, quotes. Read from the right, a
//! mark that is left open on the left spoils only what stands to the left of what the last proxy
//! has written.

use std::net::IpAddr;

use super::node;

/// The address that each hop has noted as the one before it, the nearest hop first; `None` where
/// that is not an address.
pub(super) fn hops<'header>(
    lines: impl Iterator<Item = &'header [u8]>,
) -> impl Iterator<Item = Option<IpAddr>> {
    lines.flat_map(|line| FromRight::new(line, b',').map(address))
}

/// The address in one element; none where `for` is missing, doubled or hidden.
fn address(element: &[u8]) -> Option<IpAddr> {
    let mut found = FromRight::new(element, b';').filter_map(|pair| {
        let pair = pair.trim_ascii();
        let end = pair.iter().position(|byte| *byte == b'=')?;
        let (name, value) = pair.split_at(end);
        name.eq_ignore_ascii_case(b"for").then_some(&value[1..])
    });
    let value = found.next()?;
    if found.next().is_some() {
        return None;
    }
    match value {
        [b'"', text @ .., b'"'] => node(&unescaped(text)),
        token => node(token),
    }
}

fn unescaped(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter();
    while let Some(byte) = bytes.next() {
        let meant = if *byte == b'\\' {
            bytes.next()
        } else {
            Some(byte)
        };
        plain.extend(meant);
    }
    plain
}

/// The parts between separators that stand outside of quotes, the last one first.
struct FromRight<'text> {
    rest: Option<&'text [u8]>,
    separator: u8,
}

impl<'text> FromRight<'text> {
    fn new(text: &'text [u8], separator: u8) -> Self {
        Self {
            rest: Some(text),
            separator,
        }
    }
}

impl<'text> Iterator for FromRight<'text> {
    type Item = &'text [u8];

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let mut is_quoted = false;
        for (place, byte) in rest.iter().enumerate().rev() {
            if *byte == b'"' {
                let before = rest[..place].iter().rev();
                let backslashes = before.take_while(|byte| **byte == b'\\').count();
                // Inside of quotes an escaped one is text; outside there is nothing to escape.
                if !is_quoted || backslashes % 2 == 0 {
                    is_quoted = !is_quoted;
                }
            } else if *byte == self.separator && !is_quoted {
                self.rest = Some(&rest[..place]);
                return Some(&rest[place + 1..]);
            }
        }
        self.rest = None;
        Some(rest)
    }
}
