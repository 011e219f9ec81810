//! Which web pages may upload: those of the service itself and those of the origins in the
//! settings.
//!
//! The service's own are those of its public address; only where none is configured, those of the
//! host that the request names. In that case DNS rebinding is possible: a foreign page under a name
//! that was made to resolve to this service has the same origin and host, too.
//!
//! An upload needs no key, so without this rule any page could make its visitors upload, each from
//! an address of its own. A browser names the page's origin with every POST (Fetch standard, 3.2),
//! `null` where the page has none; clients other than browsers send no origin and may upload.

use actix_web::http::Uri;
use actix_web::http::header::{self, HeaderMap, HeaderValue};
use actix_web::http::uri::Authority;

use crate::settings::HttpSettings;

/// Scheme, host and port, as an origin names them.
#[derive(PartialEq, Eq)]
struct Origin {
    is_https: bool,
    host: String,
    port: u16,
}

/// Whether a request with these headers may upload.
pub(crate) fn may_upload(headers: &HeaderMap, settings: &HttpSettings) -> bool {
    let mut sent = headers.get_all(header::ORIGIN);
    match (sent.next(), sent.next()) {
        (None, _) => true,
        (Some(origin), None) => {
            settings.cors_origins.iter().any(|known| *known == *origin)
                || is_own(origin, headers, settings)
        }
        (Some(_), Some(_)) => false,
    }
}

fn is_own(origin: &HeaderValue, headers: &HeaderMap, settings: &HttpSettings) -> bool {
    let Some(origin) = origin.to_str().ok().and_then(Origin::of) else {
        return false;
    };
    match settings.public_url.as_deref() {
        Some(public) => Origin::of(public).is_some_and(|public| public == origin),
        None => origin.is_at(headers.get(header::HOST)),
    }
}

impl Origin {
    /// The origin of an http or https address.
    fn of(address: &str) -> Option<Self> {
        let address: Uri = address.parse().ok()?;
        let is_https = match address.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        Some(Self {
            is_https,
            host: address.host()?.to_ascii_lowercase(),
            port: address.port_u16().unwrap_or(default_port(is_https)),
        })
    }

    /// Whether this is where a request with this `Host` was sent to. It does not tell whether a
    /// proxy took it over TLS.
    fn is_at(&self, host: Option<&HeaderValue>) -> bool {
        let authority = host.and_then(|host| Authority::try_from(host.as_bytes()).ok());
        authority.is_some_and(|authority| {
            let port = authority.port_u16();
            authority.host().eq_ignore_ascii_case(&self.host)
                && port.unwrap_or(default_port(self.is_https)) == self.port
        })
    }
}

fn default_port(is_https: bool) -> u16 {
    if is_https { 443 } else { 80 }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{self, HeaderMap, HeaderValue};

    use super::may_upload;
    use crate::settings::HttpSettings;

    fn headers(host: &str, origins: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        for origin in origins {
            let origin = HeaderValue::from_bytes(origin.as_bytes()).unwrap();
            headers.append(header::ORIGIN, origin);
        }
        headers
    }

    fn settings() -> HttpSettings {
        HttpSettings {
            cors_origins: vec!["https://forms.example.org".to_owned()],
            ..HttpSettings::default()
        }
    }

    fn public() -> HttpSettings {
        HttpSettings {
            public_url: Some("https://pa.example.org/service".to_owned()),
            ..settings()
        }
    }

    #[test]
    fn may_upload_lets_through_what_is_no_page_and_pages_of_the_service_and_its_friends() {
        assert!(may_upload(&headers("x", &[]), &settings()));
        for origin in [
            "https://forms.example.org",
            "https://pa.example.org",
            "https://pa.example.org:443",
        ] {
            let sent = headers("inside:8080", &[origin]);
            assert!(may_upload(&sent, &public()), "{origin}");
        }
        for (host, origin) in [
            ("inside:8080", "https://forms.example.org"),
            ("inside:8080", "http://inside:8080"),
            ("inside:8080", "https://INSIDE:8080"),
            ("inside", "http://inside"),
            ("inside:443", "https://inside"),
            ("[::1]:80", "http://[::1]"),
        ] {
            assert!(
                may_upload(&headers(host, &[origin]), &settings()),
                "{origin}"
            );
        }
    }

    #[test]
    fn may_upload_keeps_out_every_other_origin() {
        for (host, origin) in [
            ("inside", "https://evil.example.org"),
            ("inside", "null"),
            ("inside", ""),
            ("inside", "inside"),
            ("inside", "ftp://inside"),
            ("inside", "http://inside:8080"),
            ("inside:8080", "http://inside"),
            ("inside", "http://inside.evil.org"),
            ("inside", "http://pa.example.org"),
            ("inside", "https://pa.example.org:8443"),
            ("inside", "https://forms.example.org.evil.org"),
            ("", "http://"),
            ("null", "null"),
            ("inside", "http://inside\u{e9}"),
        ] {
            let sent = headers(host, &[origin]);
            for settings in [settings(), public()] {
                assert!(!may_upload(&sent, &settings), "{origin}");
            }
        }
        let twice = headers("inside", &["http://inside", "http://inside"]);
        assert!(!may_upload(&twice, &settings()));
        let mut without_host = headers("x", &["http://inside"]);
        without_host.remove(header::HOST);
        assert!(!may_upload(&without_host, &settings()));
    }

    #[test]
    fn may_upload_takes_no_word_of_host_where_the_public_address_is_known() {
        for (host, origin) in [
            ("rebound.evil.org", "http://rebound.evil.org"),
            ("rebound.evil.org:8080", "https://rebound.evil.org:8080"),
            ("inside:8080", "http://inside:8080"),
        ] {
            let sent = headers(host, &[origin]);
            assert!(may_upload(&sent, &settings()), "{origin}");
            assert!(!may_upload(&sent, &public()), "{origin}");
        }
    }
}
