//! `PUT /applications/{pa_id}`: a JSON merge patch on its data.

use actix_web::http::StatusCode;
use actix_web::http::header::ETag;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::body::Body;
use crate::error::ApiError;
use crate::state::State;
use crate::{addressed, answer, conditions};

/// Reads the body only for a caller who may.
pub(super) async fn put_application(
    request: HttpRequest,
    payload: Payload,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let body = Body::new(payload);
    let outcome = change(&request, &body, &state).await;
    body.drain().await;
    outcome
}

async fn change(
    request: &HttpRequest,
    body: &Body,
    state: &State,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(request, state).await?;
    let patch = body.json(request, &state.api.settings).await?;
    let expected = conditions::expected(request);
    let application = state
        .api
        .applications
        .change(pa_id, expected, patch)
        .await?;
    let mut response = answer::json(
        StatusCode::OK,
        &json!({
            "pa_id": application.pa_id.to_string(),
            "data": answer::data(&application.data),
            "status": application.status.as_str(),
        }),
    );
    answer::tag(
        &mut response,
        ETag(conditions::entity_tag(application.revision)),
    );
    Ok(response)
}
