//! `GET /applications`: all applications, newest first, page by page. Only with a master key.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Value as Json, json};

use crate::error::ApiError;
use crate::list_query;
use crate::query::Parameters;
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn list_applications(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    addressed::everything(&request, &state).await?;
    let query = list_query::read(&Parameters::of(&request))?;
    let page = state
        .api
        .listing
        .page(query.filter, query.limit, query.offset)
        .await?;
    let applications: Vec<Json> = page.applications.iter().map(answer::summary).collect();
    Ok(answer::json(
        StatusCode::OK,
        &json!({"applications": applications, "total_count": page.total_count}),
    ))
}
