//! What no answer goes without: what a browser may do with it, and who may keep it.

use actix_web::http::header::{self, HeaderMap, HeaderValue};

use crate::cache_policy::CachePolicy;
use crate::request::credentials;
use crate::response::content_security_policy;

/// Keeps the Content-Security-Policy that a handler has chosen, and what it says of how long an
/// answer for all may be kept.
pub(super) fn set(headers: &mut HeaderMap, cache_policy: CachePolicy) {
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    match cache_policy {
        CachePolicy::Public => {}
        CachePolicy::Revalidate => {
            set(header::CACHE_CONTROL, "private, no-cache");
            set(header::VARY, credentials::HEADERS);
        }
        CachePolicy::NoStore => {
            set(header::CACHE_CONTROL, "private, no-store");
        }
    }
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        headers.insert(
            header::CONTENT_SECURITY_POLICY,
            content_security_policy::PLAIN,
        );
    }
}
