//! `GET /applications/{pa_id}/attachments`: all of them, with their number and size.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value as Json, json};

use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn list_attachments(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let list = state.api.attachments.list(pa_id).await?;
    let attachments: Vec<Json> = list.attachments.iter().map(answer::attachment).collect();
    Ok(answer::json(
        StatusCode::OK,
        &json!({
            "attachments": attachments,
            "total_count": list.usage.count,
            "total_size": list.usage.total_bytes,
        }),
    ))
}
