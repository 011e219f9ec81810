//! `GET /health/ready`: database and blob store answer.

use std::time::Instant;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::OpenRequest;
use crate::response::{self, HealthResponse};
use crate::state::State;

/// 503 with `Retry-After` while something does not answer.
pub(super) async fn get_ready(
    _: OpenRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    state.readiness.check(Instant::now()).await?;
    let status = "ready".to_owned();
    Ok(response::json(StatusCode::OK, &HealthResponse { status }))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getReady",
        tag::SERVICE,
        "Tells whether the service can do its work",
    )
    .response(DocumentedResponse::json::<HealthResponse>(
        200,
        "Database and blob store answer.",
    ))
    .refused(&[Code::Unavailable])
}
