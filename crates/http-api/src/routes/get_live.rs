//! `GET /health/live`: the process answers.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde_json::json;

use crate::answer;

/// Needs no key. Says nothing about what the service stands on: one that waits for its database shall not be restarted.
pub(super) async fn get_live() -> HttpResponse {
    answer::json(StatusCode::OK, &json!({"status": "live"}))
}
