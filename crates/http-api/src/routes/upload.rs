//! `POST /upload`: a filled form becomes an application.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::body::Body;
use crate::error::ApiError;
use crate::state::State;
use crate::upload_form::UploadForm;
use crate::{answer, idempotency};

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
    let retry = idempotency::retry(&request, None, answer::uploaded)?;
    let applications = &state.api.applications;
    let outcome = applications
        .upload(&form.form_type, form.file.clone(), retry)
        .await?;
    Ok(idempotency::created(outcome, answer::uploaded))
}
