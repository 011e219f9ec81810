//! Which pages of other origins may call the service from a browser (the CORS protocol of the Fetch
//! standard): those in the settings, exactly.
//!
//! Keys are sent in headers by the page itself, never by the browser, so credentials in its sense
//! are not needed. Without origins in the settings no answer has a CORS header.

use actix_web::HttpResponse;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderValue};

const METHODS: &str = "GET, HEAD, POST, PUT, DELETE";
const ALLOWED_HEADERS: &str = "Content-Type, X-PA-KEY, X-MASTER-KEY, Idempotency-Key, If-Match, \
    If-None-Match, If-Range, Range";
const EXPOSED_HEADERS: &str = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, \
    Retry-After, X-Request-Id, ETag, \
    Idempotency-Replayed, Content-Disposition, Content-Range, Accept-Ranges";

/// How long a browser may keep the answer to a preflight.
const MAX_AGE_SECONDS: &str = "3600";

/// The CORS headers of an answer, by the origin of its request.
pub(super) enum Cors {
    /// None: the settings list no origins.
    Off,
    /// Only `Vary: Origin`: this origin is not listed.
    Unlisted,
    Allowed(HeaderValue),
}

impl Cors {
    /// Looks for the origin of a request among those of the settings.
    pub(super) fn of(request: &ServiceRequest, origins: &[String]) -> Self {
        if origins.is_empty() {
            return Self::Off;
        }
        let mut sent = request.headers().get_all(header::ORIGIN);
        match (sent.next(), sent.next()) {
            (Some(origin), None) if origins.iter().any(|known| *known == *origin) => {
                Self::Allowed(origin.clone())
            }
            _ => Self::Unlisted,
        }
    }

    /// The answer to a preflight of a listed origin; `None` for any other request.
    pub(super) fn preflight(&self, request: &ServiceRequest) -> Option<HttpResponse> {
        let asks = request.method() == Method::OPTIONS
            && request
                .headers()
                .contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        if !asks || !matches!(self, Self::Allowed(_)) {
            return None;
        }
        let response = HttpResponse::NoContent()
            .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, METHODS))
            .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS))
            .insert_header((header::ACCESS_CONTROL_MAX_AGE, MAX_AGE_SECONDS))
            .finish();
        Some(response)
    }

    /// Adds `Vary` and, for a listed origin, the headers that let its pages read the answer.
    pub(super) fn set_headers(&self, headers: &mut HeaderMap) {
        if matches!(self, Self::Off) {
            return;
        }
        let before = headers
            .get(header::VARY)
            .and_then(|vary| vary.to_str().ok());
        let vary = before.map(|before| format!("{before}, Origin"));
        let vary = vary.and_then(|vary| HeaderValue::from_str(&vary).ok());
        let vary = vary.unwrap_or(HeaderValue::from_static("Origin"));
        headers.insert(header::VARY, vary);
        if let Self::Allowed(origin) = self {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
            let told = HeaderValue::from_static(EXPOSED_HEADERS);
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, told);
        }
    }
}
