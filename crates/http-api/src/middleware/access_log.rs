//! The line of a request in the access log, and the header that names it.
//!
//! It tells method, route, status and time, never a path, a query, a key or form content.

use std::rc::Rc;
use std::time::Instant;

use actix_web::dev::ServiceRequest;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};

use super::request_id;
use crate::error::{ApiError, Code, RefusalCause};
use crate::events::RequestEvents;
use crate::request_listener::EndedRequest;
use crate::route_patterns::KnownRoute;
use crate::state::State;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Written when it goes out of scope: also where the client went away before the answer, or the
/// service has stopped. The listener is told the same.
pub(super) struct AccessLogEntry {
    method: &'static str,
    route: &'static str,
    status: Option<StatusCode>,
    began: Instant,
    request_id: String,
    refusal: Option<RefusalCause>,
    /// None until it is known where the request comes from.
    events: Option<Rc<RequestEvents>>,
    state: Data<State>,
}

impl AccessLogEntry {
    pub(super) fn begin(
        request: &ServiceRequest,
        route: Option<KnownRoute>,
        state: &Data<State>,
    ) -> Self {
        state.api.listener.began();
        state.shutdown.request_begins();
        Self {
            method: known(request.method()),
            route: route.map_or("none", |route| route.pattern),
            status: None,
            began: Instant::now(),
            request_id: request_id::next(),
            refusal: None,
            events: None,
            state: state.clone(),
        }
    }

    /// Takes the events of the request, which are logged with it.
    pub(super) fn set_events(&mut self, events: Rc<RequestEvents>) {
        self.events = Some(events);
    }

    /// Notes the outcome. That a body broke off is nobody's mistake where `client_is_gone`: it is
    /// answered all the same, as somebody may read that, and told as a client that went. The chain
    /// of what broke is logged here, once, and nowhere else.
    pub(super) fn end<B>(
        &mut self,
        response: &HttpResponse<B>,
        error: Option<&Error>,
        client_is_gone: bool,
    ) {
        let status = response.status();
        self.refusal = RefusalCause::of(response);
        let of_the_body = |cause: RefusalCause| cause.code == Code::BodyIncomplete;
        let went = client_is_gone && self.refusal.is_some_and(of_the_body);
        self.status = (!went).then_some(status);
        // Where a limit refuses, nothing has failed. That the numbers are used up is told once,
        // when it begins; whoever uploads on is refused and no fault.
        let is_no_fault =
            |cause: RefusalCause| cause.code.is_of_a_limit() || cause.code == Code::NumbersUsedUp;
        let is_fault = status.is_server_error() && !self.refusal.is_some_and(is_no_fault);
        let Some(error) = error.filter(|_| is_fault) else {
            return;
        };
        let chain = match error.as_error::<ApiError>() {
            Some(error) => usecases::error_chain(error),
            None => "an error outside of the handlers".to_owned(),
        };
        tracing::error!(
            request_id = self.request_id,
            error = chain,
            "a request failed"
        );
    }

    /// Adds the header that names the request as the log does.
    pub(super) fn set_request_id(&self, headers: &mut HeaderMap) {
        if let Ok(request_id) = HeaderValue::from_str(&self.request_id) {
            headers.insert(REQUEST_ID, request_id);
        }
    }
}

impl Drop for AccessLogEntry {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        if let Some(events) = &self.events {
            let log = &self.state.events;
            events.tell(log, &self.request_id, self.status, self.refusal);
        }
        self.state.api.listener.ended(&EndedRequest {
            method: self.method,
            route: self.route,
            status: self.status.as_ref().map(StatusCode::as_str),
            took,
        });
        let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let shutdown = &self.state.shutdown;
        if self.status.is_none() && shutdown.is_time_over() {
            tracing::warn!(
                method = self.method,
                route = self.route,
                milliseconds,
                request_id = self.request_id,
                "a request was cut off by the stop"
            );
        } else {
            tracing::info!(
                method = self.method,
                route = self.route,
                status = self.status.map(|status| status.as_u16()),
                milliseconds,
                request_id = self.request_id,
                "request"
            );
        }
        shutdown.request_ends();
    }
}

/// The methods of RFC 9110 by name, all others as one word: a client may invent methods.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
