//! `GET /`: the service says its name.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde_json::json;

use crate::answer;

/// Needs no key.
pub(super) async fn root() -> HttpResponse {
    answer::json(
        StatusCode::OK,
        &json!({"message": "Application Form Service"}),
    )
}
