//! What every answer gets: headers, the rate limits, a request id and a line in the log, and an
//! answer even where a handler panics. The listener is told of every request. A request that a
//! limit refuses goes no further than here; its body is not read, and its connection is closed.
//!
//! Here belongs what is done to every request and answer, whatever its endpoint.

use std::panic::AssertUnwindSafe;
use std::rc::Rc;
use std::time::Duration;

use actix_web::Error;
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::web::Data;
use futures::FutureExt as _;
use usecases::RateLimitTicket;

use crate::connection::{ConnectionHandle, LastReads};
use crate::error::{ApiError, RefusalCause};
use crate::events::RequestEvents;
use crate::rate_limit;
use crate::request::body::Body;
use crate::shares;
use crate::state::State;

mod access_log;
mod answer_under_way;
mod cors;
mod request_id;
mod security_headers;
mod unanswered_request;

use answer_under_way::AnswerUnderWay;
use cors::Cors;
use unanswered_request::UnansweredRequest;

/// What is still read after a limit has refused a request: what was on its way already, such as a
/// small form.
const AFTER_LIMIT: LastReads = LastReads {
    bytes_max: 256 * 1024,
    time_max: Duration::from_millis(200),
};

/// The outermost middleware.
pub(crate) async fn outermost(
    state: Data<State>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let connection = ConnectionHandle::of(request.request());
    if connection.is_closing() {
        return Err(InternalError::from_response("closing", closing()).into());
    }
    let mut open = UnansweredRequest::begin(&mut request, &connection, &state);
    let ticket = rate_limit::begin(&request, &state).await;
    let events = RequestEvents::begin(&request, ticket.client());
    open.counted(Rc::clone(&ticket), events);
    let outcome = match refused(&request, &connection, &ticket, open.cors()) {
        Some(error) => Ok(Err(error)),
        None => AssertUnwindSafe(next.call(request)).catch_unwind().await,
    };
    // The panic itself is told by the panic hook.
    let outcome = match outcome.unwrap_or_else(|_| Err(ApiError::Panicked.into())) {
        Ok(response) => shares::answer::hold(response, &state).await,
        Err(error) => Err(error),
    };
    let outcome = outcome.map_err(|error| (error.error_response(), error));
    let refusal = match &outcome {
        Ok(response) => RefusalCause::of(response.response()),
        Err((response, _)) => RefusalCause::of(response),
    };
    let last_reads = last_reads(refusal, open.body()).await;
    if let Some(last_reads) = last_reads {
        connection.close_after(last_reads);
    }
    connection.answer_begins();
    match outcome {
        Ok(mut response) => {
            open.note(response.response(), response.response().error());
            open.end(response.response_mut());
            close(response.response_mut(), last_reads);
            let (request, response) = response.into_parts();
            let response = AnswerUnderWay::in_the_place_of(response, connection);
            Ok(ServiceResponse::new(request, response))
        }
        // The request is gone, so the answer goes out as an error that holds a finished response.
        Err((mut response, error)) => {
            open.note(&response, Some(&error));
            open.end(&mut response);
            close(&mut response, last_reads);
            let response = AnswerUnderWay::in_the_place_of(response, connection);
            Err(InternalError::from_response("answered", response).into())
        }
    }
}

/// The answer to a request that goes no further than here: one that a limit refuses, or a CORS
/// preflight, whose answer is passed as an error.
fn refused(
    request: &ServiceRequest,
    connection: &ConnectionHandle,
    ticket: &RateLimitTicket,
    cors: &Cors,
) -> Option<Error> {
    if connection.is_refused() {
        return Some(ApiError::from(usecases::InternalError::Busy).into());
    }
    if let Err(too_many) = ticket.admitted() {
        return Some(ApiError::Access(too_many.into()).into());
    }
    let answer = cors.preflight(request)?;
    Some(InternalError::from_response("preflight", answer).into())
}

/// What is still read where the connection is to be closed: the client has reached a limit, or its
/// body does not come to an end.
async fn last_reads(refusal: Option<RefusalCause>, body: Body) -> Option<LastReads> {
    if refusal.is_some_and(|cause| cause.code.is_of_a_limit()) {
        return Some(AFTER_LIMIT);
    }
    let is_whole = body.drain().await;
    (!is_whole).then_some(LastReads::AFTER_UNFINISHED_BODY)
}

/// The answer to requests that were sent behind one whose answer closes the connection (RFC 9112,
/// 9.6): the client must not expect one. It is cheap and leaves no line in the log, so that
/// requests sent behind a refused one cost next to nothing.
fn closing() -> HttpResponse {
    let busy: Error = ApiError::from(usecases::InternalError::Busy).into();
    let mut response: HttpResponse = busy.error_response();
    response
        .head_mut()
        .set_connection_type(ConnectionType::Close);
    response
}

fn close<B>(response: &mut HttpResponse<B>, last_reads: Option<LastReads>) {
    if last_reads.is_some() {
        let head = response.head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
}
