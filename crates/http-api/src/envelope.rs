//! What every answer has: the headers, what is left of the limits, a request id, one line in the log; and an answer even where a handler
//! panics. What the limits refuse gets no further than here.
//!
//! The line tells method, route, status and time, never a path, a query, a key or form content.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::Error;
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::Data;
use futures::FutureExt as _;

use crate::cors::Cors;
use crate::credentials::KEY;
use crate::error::ApiError;
use crate::limits;
use crate::query::Parameters;
use crate::state::State;

mod request_id;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'");

/// The outermost middleware.
pub(crate) async fn envelope(
    state: Data<State>,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut line = Line::begin(&request);
    let visit = limits::begin(&request, &state).await;
    let cors = Cors::of(&request, &state.api.settings.cors_origins);
    let privacy = Privacy::of(&request);
    let head = |headers: &mut HeaderMap, line: &Line| {
        line.head(headers, privacy);
        limits::head(headers, state.api.limits.standing(&visit));
        cors.head(headers);
    };
    let outcome = match visit.admitted() {
        Err(refused) => Ok(Err(ApiError::Access(refused.into()).into())),
        Ok(()) => match cors.preflight(&request) {
            Some(answer) => Ok(Err(InternalError::from_response("preflight", answer).into())),
            None => AssertUnwindSafe(next.call(request)).catch_unwind().await,
        },
    };
    // The panic itself is told by the panic hook.
    match outcome.unwrap_or_else(|_| Err(ApiError::Panicked.into())) {
        Ok(mut response) => {
            line.end(response.status(), response.response().error());
            head(response.headers_mut(), &line);
            Ok(response)
        }
        // The request is gone, so the answer goes out as an error that holds a finished response.
        Err(error) => {
            let mut response: HttpResponse = error.error_response();
            line.end(response.status(), Some(&error));
            head(response.headers_mut(), &line);
            Err(InternalError::from_response("answered", response).into())
        }
    }
}

/// Who may keep an answer.
#[derive(Clone, Copy)]
enum Privacy {
    Public,
    Checked,
    Secret,
}

impl Privacy {
    fn of(request: &ServiceRequest) -> Self {
        let parameters = Parameters::parse(request.query_string());
        let has_key = parameters.all(KEY).next().is_some();
        // An upload answers with a key.
        let answers_with_key = request.path() == "/upload" || request.path().ends_with("/key");
        if has_key || answers_with_key {
            return Self::Secret;
        }
        let applications = request.path().strip_prefix("/applications");
        match applications {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => Self::Checked,
            _ => Self::Public,
        }
    }
}

/// The line of a request in the log, written when it goes out of scope: also where the client went away before the answer.
struct Line {
    method: &'static str,
    route: String,
    status: Option<StatusCode>,
    began: Instant,
    request_id: String,
}

impl Line {
    fn begin(request: &ServiceRequest) -> Self {
        Self {
            method: known(request.method()),
            route: request.match_pattern().unwrap_or_else(|| "none".to_owned()),
            status: None,
            began: Instant::now(),
            request_id: request_id::next(),
        }
    }

    /// Notes the outcome. The chain of what broke is logged here, once, and nowhere else.
    fn end(&mut self, status: StatusCode, error: Option<&Error>) {
        self.status = Some(status);
        let Some(error) = error.filter(|_| status.is_server_error()) else {
            return;
        };
        let chain = match error.as_error::<ApiError>() {
            Some(error) => chain(error),
            None => "an error outside of the handlers".to_owned(),
        };
        tracing::error!(
            request_id = self.request_id,
            error = chain,
            "a request failed"
        );
    }

    fn head(&self, headers: &mut HeaderMap, privacy: Privacy) {
        let set = |headers: &mut HeaderMap, name, value: &'static str| {
            headers.insert(name, HeaderValue::from_static(value));
        };
        set(headers, header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(headers, header::REFERRER_POLICY, "no-referrer");
        if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
            headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
        }
        if let Ok(request_id) = HeaderValue::from_str(&self.request_id) {
            headers.insert(REQUEST_ID, request_id);
        }
        match privacy {
            Privacy::Public => {}
            Privacy::Checked => {
                set(headers, header::CACHE_CONTROL, "private, no-cache");
                set(headers, header::VARY, "X-PA-KEY, X-MASTER-KEY");
            }
            Privacy::Secret => set(headers, header::CACHE_CONTROL, "private, no-store"),
        }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        let milliseconds = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(
            method = self.method,
            route = self.route,
            status = self.status.map(|status| status.as_u16()),
            milliseconds,
            request_id = self.request_id,
            "request"
        );
    }
}

/// A client may invent methods; the log knows those of RFC 9110.
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

fn chain(error: &ApiError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
