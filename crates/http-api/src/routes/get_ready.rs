//! `GET /health/ready`: database and blob store answer.

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use serde_json::json;
use tokio::time::timeout;
use usecases::Broken;

use crate::answer;
use crate::error::ApiError;
use crate::state::State;

/// One that takes longer is not ready: who asks will not wait longer either.
const TIME_MAX: Duration = Duration::from_secs(5);

/// Needs no key. 503 with `Retry-After` while something does not answer.
pub(super) async fn get_ready(state: Data<State>) -> Result<HttpResponse, ApiError> {
    timeout(TIME_MAX, state.api.health.check())
        .await
        .map_err(|elapsed| Broken::Unavailable(elapsed.into()))?
        // Whatever it is: who asks shall send requests elsewhere.
        .map_err(|broken| Broken::Unavailable(broken.into()))?;
    Ok(answer::json(StatusCode::OK, &json!({"status": "ready"})))
}
