//! What every answer has: the headers, what is left of the limits, a request id, one line in the
//! log; and an answer even where a handler panics. The watcher is told of all of them. What the
//! limits refuse gets no further than here.

use std::panic::AssertUnwindSafe;

use actix_web::Error;
use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::HeaderMap;
use actix_web::middleware::Next;
use actix_web::web::Data;
use futures::FutureExt as _;
use usecases::RateLimitTicket;

use crate::body::Body;
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
    let body = Body::of(&mut request);
    let outcome = match refused(&request, &ticket, &cors) {
        Some(error) => Ok(Err(error)),
        None => AssertUnwindSafe(next.call(request)).catch_unwind().await,
    };
    body.drain().await;
    // The panic itself is told by the panic hook.
    match outcome.unwrap_or_else(|_| Err(ApiError::Panicked.into())) {
        Ok(mut response) => {
            line.end(response.response(), response.response().error());
            head(response.headers_mut(), &line);
            Ok(response)
        }
        // The request is gone, so the answer goes out as an error that holds a finished response.
        Err(error) => {
            let mut response: HttpResponse = error.error_response();
            line.end(&response, Some(&error));
            head(response.headers_mut(), &line);
            Err(InternalError::from_response("answered", response).into())
        }
    }
}

/// What goes no further than here: what a limit refuses, and a browser's question, which has its
/// answer in the error.
fn refused(request: &ServiceRequest, ticket: &RateLimitTicket, cors: &Cors) -> Option<Error> {
    if let Err(too_many) = ticket.admitted() {
        return Some(ApiError::Access(too_many.into()).into());
    }
    let answer = cors.preflight(request)?;
    Some(InternalError::from_response("preflight", answer).into())
}
