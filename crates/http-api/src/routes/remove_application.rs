//! `DELETE /applications/{pa_id}`: erases it. Only with a master key.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

/// Answers when rows and bytes are gone; bytes that could not be erased now are erased by the sweep.
pub(super) async fn remove_application(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::administered(&request, &state).await?;
    state.api.applications.remove(pa_id).await?;
    Ok(answer::json(
        StatusCode::OK,
        &json!({"detail": format!("Application {pa_id} was deleted.")}),
    ))
}
