//! Which credential of a request counts: the master key before the application key before the `key`
//! of the query.
//!
//! One that is sent but cannot be a key is never ignored in favour of a weaker one.

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderMap, HeaderName};
use usecases::{AccessError, Credential};

use super::query::Parameters;
use crate::error::ApiError;

const MASTER_KEY: HeaderName = HeaderName::from_static("x-master-key");
const APPLICATION_KEY: HeaderName = HeaderName::from_static("x-pa-key");

/// Both headers, as `Vary` lists them.
pub(crate) const HEADERS: &str = "X-PA-KEY, X-MASTER-KEY";

/// The query parameter that holds an application key.
pub(crate) const KEY: &str = "key";

/// The credential in the headers.
pub(crate) fn in_headers(headers: &HeaderMap) -> Credential<'_> {
    if let Some(sent) = header(headers, MASTER_KEY) {
        return sent.map_or(Credential::Unreadable, Credential::Master);
    }
    match header(headers, APPLICATION_KEY) {
        Some(sent) => sent.map_or(Credential::Unreadable, Credential::Application),
        None => Credential::None,
    }
}

/// The credential in the headers, else in the query: for addresses that are opened in a browser.
pub(crate) fn in_headers_or_query<'request>(
    headers: &'request HeaderMap,
    parameters: &'request Parameters,
) -> Credential<'request> {
    let credential = in_headers(headers);
    if !matches!(credential, Credential::None) {
        return credential;
    }
    let mut keys = parameters.all(KEY);
    match (keys.next(), keys.next()) {
        (None, _) => Credential::None,
        (Some(key), None) if !key.is_empty() => Credential::Application(key),
        (Some(_), _) => Credential::Unreadable,
    }
}

/// The refusal of a key, which says where that key was sent if others were sent with it: whoever
/// looks for the mistake must not look at another one.
pub(crate) fn naming_judged(request: &HttpRequest, error: ApiError) -> ApiError {
    match error {
        ApiError::Access(error @ (AccessError::KeyInvalid | AccessError::NotPermitted(_))) => {
            match judged_of_several(request) {
                Some(place) => ApiError::OneOfSeveralKeys { error, place },
                None => error.into(),
            }
        }
        other => other,
    }
}

/// Where the key that is judged was sent, if there are several.
fn judged_of_several(request: &HttpRequest) -> Option<&'static str> {
    let headers = request.headers();
    let is_in_query = Parameters::of(request).all(KEY).next().is_some();
    let sent = [
        (headers.contains_key(MASTER_KEY), "header X-MASTER-KEY"),
        (headers.contains_key(APPLICATION_KEY), "header X-PA-KEY"),
        (is_in_query, "parameter `key` of the query"),
    ];
    let mut places = sent.into_iter().filter(|(is_sent, _)| *is_sent);
    let (_, judged) = places.next()?;
    places.next().map(|_| judged)
}

/// `None`: not sent. `Some(None)`: sent, but twice, empty or not ASCII.
fn header(headers: &HeaderMap, name: HeaderName) -> Option<Option<&str>> {
    let mut values = headers.get_all(name);
    let first = values.next()?;
    let once = values.next().is_none();
    let text = first.to_str().ok();
    Some(text.filter(|text| once && !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::{APPLICATION_KEY, HEADERS, MASTER_KEY};

    #[test]
    fn headers_lists_those_that_are_read() {
        let listed = [APPLICATION_KEY.as_str(), MASTER_KEY.as_str()].join(", ");
        assert_eq!(HEADERS.to_lowercase(), listed);
    }
}
