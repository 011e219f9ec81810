//! A request that has no answer yet, with what its answer's headers and log line need; and the
//! answer where the HTTP library gives the request up since its body cannot be decoded.

use std::rc::Rc;
use std::time::SystemTime;

use actix_web::body::MessageBody as _;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::{
    CONNECTION, CONTENT_LENGTH, DATE, Date, HeaderMap, HeaderValue, TryIntoHeaderValue as _,
};
use actix_web::web::{Bytes, Data};
use actix_web::{Error, HttpResponse};
use usecases::RateLimitTicket;

use super::access_log::AccessLogEntry;
use super::cors::Cors;
use super::security_headers;
use crate::cache_policy::CachePolicy;
use crate::connection::ConnectionHandle;
use crate::error::ApiError;
use crate::events::RequestEvents;
use crate::rate_limit;
use crate::request::body::Body;
use crate::request::credentials::KEY;
use crate::request::query::Parameters;
use crate::state::State;

/// Answered when it goes out of scope with a broken body.
pub(super) struct UnansweredRequest {
    access_log: AccessLogEntry,
    cors: Cors,
    cache_policy: CachePolicy,
    body: Body,
    connection: ConnectionHandle,
    state: Data<State>,
    is_head: bool,
    /// None until it is counted.
    ticket: Option<Rc<RateLimitTicket>>,
    is_answered: bool,
}

impl UnansweredRequest {
    pub(super) fn begin(
        request: &mut ServiceRequest,
        connection: &ConnectionHandle,
        state: &Data<State>,
    ) -> Self {
        // Decoded, as the routes see it.
        let route = state.routes.find(request.match_info().as_str());
        let cache_policy = route.map(|route| route.cache_policy).unwrap_or_default();
        let parameters = Parameters::of(request.request());
        Self {
            access_log: AccessLogEntry::begin(request, route, state),
            cors: Cors::of(request, &state.api.settings.cors_origins),
            cache_policy: kept_by(cache_policy, &parameters),
            body: Body::of(request, connection, state.api.settings.minimum_rate),
            connection: connection.clone(),
            state: state.clone(),
            is_head: request.method() == Method::HEAD,
            ticket: None,
            is_answered: false,
        }
    }

    pub(super) fn counted(&mut self, ticket: Rc<RateLimitTicket>, events: Rc<RequestEvents>) {
        self.ticket = Some(ticket);
        self.access_log.set_events(events);
    }

    pub(super) fn cors(&self) -> &Cors {
        &self.cors
    }

    pub(super) fn body(&self) -> Body {
        self.body.clone()
    }

    /// Notes the outcome for the log.
    pub(super) fn note<B>(&mut self, response: &HttpResponse<B>, error: Option<&Error>) {
        let client_is_gone = self.connection.is_ended_by_client();
        self.access_log.end(response, error, client_is_gone);
    }

    /// Gives the answer its headers.
    pub(super) fn end<B>(&mut self, response: &mut HttpResponse<B>) {
        self.is_answered = true;
        let headers = response.headers_mut();
        security_headers::set(headers, self.cache_policy);
        self.access_log.set_request_id(headers);
        if let Some(ticket) = &self.ticket {
            rate_limit::set_headers(headers, self.state.api.limits.status(ticket));
        }
        self.cors.set_headers(headers);
        if self.body.has_broken_off() {
            // The library may drop the connection as soon as the answer is written.
            self.connection.answer_when_dropped(Bytes::new());
        }
    }
}

impl Drop for UnansweredRequest {
    fn drop(&mut self) {
        let is_over = self.is_answered || self.state.shutdown.is_time_over();
        if is_over || !self.body.is_found_broken_off() {
            return;
        }
        let error = Error::from(ApiError::from(self.body.broken_off()));
        let mut response: HttpResponse = error.error_response();
        self.note(&response, Some(&error));
        self.end(&mut response);
        if let Some(bytes) = written(response, self.is_head) {
            self.connection.answer_when_dropped(bytes);
        }
    }
}

/// Who may keep the answer to a request to an endpoint of this policy: nobody where a key stands in
/// its address.
fn kept_by(cache_policy: CachePolicy, parameters: &Parameters) -> CachePolicy {
    match parameters.all(KEY).next() {
        Some(_) => CachePolicy::NoStore,
        None => cache_policy,
    }
}

/// The answer as it goes over the wire (RFC 9112, 4), the last one of its connection.
fn written(mut response: HttpResponse, is_head: bool) -> Option<Bytes> {
    let status = response.status();
    let headers = response.headers_mut();
    headers.insert(CONNECTION, HeaderValue::from_static("close"));
    headers.insert(DATE, date()?);
    let headers = std::mem::replace(headers, HeaderMap::new());
    let body = response.into_body().try_into_bytes().ok()?;
    let mut bytes = format!("HTTP/1.1 {status}\r\n").into_bytes();
    let length = HeaderValue::from(body.len());
    for (name, value) in headers.iter().chain([(&CONTENT_LENGTH, &length)]) {
        bytes.extend_from_slice(name.as_str().as_bytes());
        bytes.extend_from_slice(b": ");
        bytes.extend_from_slice(value.as_bytes());
        bytes.extend_from_slice(b"\r\n");
    }
    bytes.extend_from_slice(b"\r\n");
    if !is_head {
        bytes.extend_from_slice(&body);
    }
    Some(bytes.into())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the HTTP library takes the date of all other answers from there too"
)]
fn date() -> Option<HeaderValue> {
    date_of(SystemTime::now())
}

/// `None` for a time before 1970 or after 9999: there is no date for it, and an answer may go
/// without one (RFC 9110, 6.6.1).
fn date_of(now: SystemTime) -> Option<HeaderValue> {
    const END: u64 = 253_402_300_800;
    let since = now.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    if since.as_secs() >= END {
        return None;
    }
    Date(now.into()).try_into_value().ok()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::date_of;

    #[test]
    fn a_time_that_has_no_date_is_left_out() {
        let end = Duration::from_secs(253_402_300_799);
        let shown = |time| date_of(time).map(|date| date.to_str().unwrap().to_owned());
        let epoch = SystemTime::UNIX_EPOCH;
        assert_eq!(shown(epoch).unwrap(), "Thu, 01 Jan 1970 00:00:00 GMT");
        assert_eq!(shown(epoch + end).unwrap(), "Fri, 31 Dec 9999 23:59:59 GMT");
        let second = Duration::from_secs(1);
        assert_eq!(shown(epoch - second), None);
        assert_eq!(shown(epoch + end + second), None);
    }
}
