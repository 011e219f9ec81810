//! `Cache-Control`: who may keep an answer, judged by the request.

use actix_web::dev::ServiceRequest;

use crate::credentials::KEY;
use crate::query::Parameters;

/// Who may keep an answer.
#[derive(Clone, Copy)]
pub(super) enum CachePolicy {
    Public,
    Revalidate,
    NoStore,
}

impl CachePolicy {
    pub(super) fn of(request: &ServiceRequest) -> Self {
        let parameters = Parameters::of(request.request());
        let has_key = parameters.all(KEY).next().is_some();
        // Decoded, as the routes see it.
        let path = request.match_info().as_str();
        // An upload answers with a key.
        let answers_with_key = path == "/upload" || path.ends_with("/key");
        if has_key || answers_with_key {
            return Self::NoStore;
        }
        let applications = path.strip_prefix("/applications");
        match applications {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => Self::Revalidate,
            _ => Self::Public,
        }
    }
}
