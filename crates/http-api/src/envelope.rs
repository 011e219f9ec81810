//! What every answer has: the headers, what is left of the limits, a request id, one line in the
//! log; and an answer even where a handler panics. The watcher is told of all of them. What the
//! limits refuse gets no further than here, is not read on, and its connection is closed.

use std::panic::AssertUnwindSafe;

use actix_web::Error;
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::ConnectionType;
use actix_web::http::header::HeaderMap;
use actix_web::middleware::Next;
use actix_web::web::Data;
use futures::FutureExt as _;
use usecases::RateLimitTicket;

use crate::body::Body;
use crate::connection::ConnectionHandle;
use crate::cors::Cors;
use crate::error::ApiError;
use crate::events::RequestEvents;
use crate::limits;
use crate::state::State;

mod line;
mod privacy;
mod request_id;

use line::Line;
use privacy::Privacy;

/// The outermost middleware.
pub(crate) async fn envelope(
    state: Data<State>,
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let mut line = Line::begin(&request, &state);
    let ticket = limits::begin(&request, &state).await;
    line.watch(RequestEvents::begin(&request, ticket.client()));
    let cors = Cors::of(&request, &state.api.settings.cors_origins);
    let privacy = Privacy::of(&request);
    let head = |headers: &mut HeaderMap, line: &Line| {
        line.head(headers, privacy);
        limits::head(headers, state.api.limits.standing(&ticket));
        cors.head(headers);
    };
    let connection = ConnectionHandle::of(request.request());
    let body = Body::of(&mut request, state.api.settings.minimum_rate);
    let outcome = match refused(&request, &connection, &ticket, &cors) {
        Some(error) => Ok(Err(error)),
        None => AssertUnwindSafe(next.call(request)).catch_unwind().await,
    };
    // The panic itself is told by the panic hook.
    let outcome = outcome.unwrap_or_else(|_| Err(ApiError::Panicked.into()));
    let closes = closes_connection(&outcome);
    if !closes {
        body.drain().await;
    }
    connection.answer_begins();
    match outcome {
        Ok(mut response) => {
            line.end(response.response(), response.response().error());
            head(response.headers_mut(), &line);
            close(response.response_mut(), closes);
            Ok(response)
        }
        // The request is gone, so the answer goes out as an error that holds a finished response.
        Err(error) => {
            let mut response: HttpResponse = error.error_response();
            line.end(&response, Some(&error));
            head(response.headers_mut(), &line);
            close(&mut response, closes);
            Err(InternalError::from_response("answered", response).into())
        }
    }
}

/// What goes no further than here: what a limit refuses, and a browser's question, which has its
/// answer in the error.
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

/// Whether the client has reached a limit: its connection would be of no use to others.
fn closes_connection(outcome: &Result<ServiceResponse<impl MessageBody>, Error>) -> bool {
    let error = match outcome {
        Ok(response) => response.response().error(),
        Err(error) => Some(error),
    };
    let error = error.and_then(Error::as_error::<ApiError>);
    error.is_some_and(ApiError::is_of_a_limit)
}

fn close<B>(response: &mut HttpResponse<B>, closes: bool) {
    if closes {
        let head = response.head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
}
