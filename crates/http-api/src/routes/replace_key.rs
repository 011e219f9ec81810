//! `POST /applications/{pa_id}/key`: a new key in the place of one that was lost or has become known. Only with a master key.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

/// Answers with the key, this once.
pub(super) async fn replace_key(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::administered(&request, &state).await?;
    let key = state.api.key_rotation.rotate(pa_id).await?;
    let body = json!({"pa_id": pa_id.to_string(), "pa_key": key.reveal()});
    Ok(answer::json(StatusCode::OK, &body))
}
