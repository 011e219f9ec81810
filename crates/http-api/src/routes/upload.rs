//! `POST /upload`: a filled form becomes an application.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use crate::answer;
use crate::body::Body;
use crate::error::ApiError;
use crate::state::State;
use crate::upload_form::UploadForm;

/// Needs no key; answers with one.
pub(super) async fn upload(
    request: HttpRequest,
    payload: Payload,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let body = Body::new(payload);
    let form = UploadForm::read(&request, &body, &state).await;
    body.drain().await;
    let form = form?;
    let uploaded = state
        .api
        .applications
        .upload(&form.form_type, form.file.clone())
        .await?;
    let application = uploaded.application;
    Ok(answer::json(
        StatusCode::CREATED,
        &json!({
            "pa_id": application.pa_id.to_string(),
            "pa_key": uploaded.key.reveal(),
            "data": answer::data(&application.data),
            "status": application.status.as_str(),
        }),
    ))
}
