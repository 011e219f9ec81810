//! `GET /applications/{pa_id}/check`: what is still missing before the application can be decided.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value as Json, json};

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn get_check(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let found = state.api.checks.problems(pa_id).await?;
    let problems: Vec<Json> = found
        .iter()
        .map(|problem| json!({"where": problem.path, "problem": problem.problem}))
        .collect();
    Ok(answer::json(
        StatusCode::OK,
        &json!({"complete": problems.is_empty(), "problems": problems}),
    ))
}
