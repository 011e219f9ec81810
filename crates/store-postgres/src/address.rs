//! Where the database is: `postgres://user:password@host/database?parameter=value`, as libpq reads
//! it.
//!
//! Judged here before libpq sees it, because libpq quotes what it does not understand, and that
//! may be the password.

use std::fmt;
use std::net::IpAddr;

use crate::address_error::AddressError;
use crate::ssl_mode::SslMode;

/// What libpq is told where the URL says nothing else: it stands first, and later ones win.
///
/// A host that does not answer costs five seconds for each attempt. A connection whose other end
/// vanished without a word is noticed while it waits for an answer (keepalives) and while it sends
/// (`tcp_user_timeout`).
const DEFAULTS: &str = "application_name=formservice&connect_timeout=5&keepalives_idle=10\
    &keepalives_interval=5&keepalives_count=3&tcp_user_timeout=20000";

/// What is asked of a server that is not on this machine: it shows a certificate for its name, of
/// an authority that is trusted. libpq itself would do without where the server has no TLS, and
/// believe anybody. It asks nothing of this over a socket.
const VERIFIED: &str = "&sslmode=verify-full";

/// The one parameter that is not libpq's: whether statements are prepared once for each connection
/// and kept, and a lone look-up goes without a transaction. A pooler that gives each transaction
/// another connection allows neither, and nothing tells from here whether there is one.
const PREPARED_STATEMENTS: &str = "prepared_statements";

/// Where the database is. Holds the password, so it can neither be shown nor compared.
#[derive(Clone)]
pub struct Address {
    url: String,
    keeps_statements: bool,
}

impl Address {
    /// The address in a URL.
    pub fn parse(url: &str) -> Result<Self, AddressError> {
        let rest = url
            .strip_prefix("postgres://")
            .or_else(|| url.strip_prefix("postgresql://"))
            .ok_or(AddressError::Scheme)?;
        if !rest.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(AddressError::Character);
        }
        if !percents_are_whole(rest) {
            return Err(AddressError::Percent);
        }
        let after_user = match rest.split_once('@') {
            None => rest,
            Some((user, after)) => {
                check_user(user)?;
                after
            }
        };
        if after_user.contains('@') {
            return Err(AddressError::SeveralHosts);
        }
        let (place, parameters) = after_user.split_once('?').unwrap_or((after_user, ""));
        let host = place.split('/').next().unwrap_or_default();
        if !host.bytes().all(is_of_a_host) {
            return Err(AddressError::Host);
        }
        check_parameters(parameters)?;
        let before_parameters = &url[..url.len() - after_user.len() + place.len()];
        let verified = if is_on_this_machine(host, parameters) {
            ""
        } else {
            VERIFIED
        };
        // JDBC's word, which libpq takes for `sslmode=require` whatever stands before it.
        if last(parameters, "ssl").is_some() {
            return Err(AddressError::Ssl);
        }
        let asked = last(parameters, "sslmode").map(SslMode::parse);
        if asked == Some(None) {
            return Err(AddressError::SslMode);
        }
        let keeps_statements = match last(parameters, PREPARED_STATEMENTS) {
            None | Some("false") => false,
            Some("true") => true,
            Some(_) => return Err(AddressError::PreparedStatements),
        };
        let parameters = without(parameters, PREPARED_STATEMENTS);
        let separator = if parameters.is_empty() { "" } else { "&" };
        Ok(Self {
            url: format!("{before_parameters}?{DEFAULTS}{verified}{separator}{parameters}"),
            keeps_statements,
        })
    }

    /// What is asked of the server; `None` where it is on this machine and nothing is.
    pub fn ssl_mode(&self) -> Option<SslMode> {
        let (_, parameters) = self.url.split_once('?')?;
        last(parameters, "sslmode").and_then(SslMode::parse)
    }

    /// For libpq alone.
    pub(crate) fn as_str(&self) -> &str {
        &self.url
    }

    /// Whether statements outlive the transaction that they were prepared in.
    pub(crate) fn keeps_statements(&self) -> bool {
        self.keeps_statements
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Address")
    }
}

fn percents_are_whole(text: &str) -> bool {
    text.split('%').skip(1).all(|after| {
        let digits = after.get(..2).unwrap_or_default();
        digits.len() == 2 && digits != "00" && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    })
}

fn check_user(user: &str) -> Result<(), AddressError> {
    let is_clear = user.matches(':').count() <= 1 && !user.contains(['/', '?', '#', '[', ']']);
    if is_clear {
        Ok(())
    } else {
        Err(AddressError::UserInformation)
    }
}

fn is_of_a_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b".-_,:[]%".contains(&byte)
}

/// Whether every host that may be connected to is a loopback address or the folder of a socket.
/// Where none is named the environment may name one.
fn is_on_this_machine(host: &str, parameters: &str) -> bool {
    // An address says where to connect, a name only which certificate to expect.
    let named = last(parameters, "hostaddr").or(last(parameters, "host"));
    let hosts = named.unwrap_or(host);
    let hosts = hosts.replace("%2F", "/").replace("%2f", "/");
    hosts.split(',').all(is_local)
}

/// What libpq takes where a parameter stands several times.
fn last<'parameters>(parameters: &'parameters str, name: &str) -> Option<&'parameters str> {
    let pairs = parameters.split('&');
    let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
    pairs.rfind(|(key, _)| *key == name).map(|(_, value)| value)
}

fn without(parameters: &str, name: &str) -> String {
    let others = parameters.split('&');
    let others = others.filter(|pair| pair.split('=').next() != Some(name));
    others.collect::<Vec<_>>().join("&")
}

fn is_local(host: &str) -> bool {
    let address = match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
        None if host.matches(':').count() > 1 => host,
        None => host.split(':').next().unwrap_or_default(),
    };
    let is_loopback = address
        .parse()
        .is_ok_and(|address: IpAddr| address.to_canonical().is_loopback());
    address.starts_with('/') || address.eq_ignore_ascii_case("localhost") || is_loopback
}

fn check_parameters(parameters: &str) -> Result<(), AddressError> {
    let is_one = |parameter: &str| {
        let (name, value) = parameter.split_once('=').unwrap_or_default();
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        !name.is_empty() && name.bytes().all(is_name) && !value.contains('=')
    };
    if parameters.is_empty() || parameters.split('&').all(is_one) {
        Ok(())
    } else {
        Err(AddressError::Parameter)
    }
}

#[cfg(test)]
mod tests;
