//! `GET /health/ready`: database and blob store answer.

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use tokio::time::timeout;
use usecases::InternalError;

use crate::answer::{self, HealthAnswer};
use crate::error::{ApiError, Code};
use crate::extract::OpenRequest;
use crate::openapi::{Answer, Facts, Operation, tag};
use crate::state::State;

/// One that takes longer is not ready: who asks will not wait longer either.
const TIME_MAX: Duration = Duration::from_secs(5);

/// 503 with `Retry-After` while something does not answer.
pub(super) async fn get_ready(
    _: OpenRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    timeout(TIME_MAX, state.api.storage.check())
        .await
        .map_err(|elapsed| InternalError::Unavailable(elapsed.into()))?
        // Whatever it is: who asks shall send requests elsewhere.
        .map_err(|broken| InternalError::Unavailable(broken.into()))?;
    let status = "ready".to_owned();
    Ok(answer::json(StatusCode::OK, &HealthAnswer { status }))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getReady",
        tag::SERVICE,
        "Tells whether the service can do its work",
    )
    .answer(Answer::json::<HealthAnswer>(
        200,
        "Database and blob store answer.",
    ))
    .refused(&[Code::Unavailable])
}
