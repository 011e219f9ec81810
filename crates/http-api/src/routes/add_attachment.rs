//! `POST /applications/{pa_id}/attachments`: another file, streamed from the socket to the blob
//! store.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::answer::AttachmentAnswer;
use crate::body::Body;
use crate::error::{ApiError, Code};
use crate::file_form::FileForm;
use crate::openapi::{Answer, Caller, Facts, Operation, RequestBody, tag};
use crate::state::State;
use crate::{addressed, credentials, idempotency};

/// Reads the body only for a caller who may.
pub(super) async fn add_attachment(
    request: HttpRequest,
    payload: Payload,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let body = Body::new(payload);
    let outcome = add(&request, &body, &state).await;
    body.drain().await;
    outcome
}

async fn add(request: &HttpRequest, body: &Body, state: &State) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(request, state).await?;
    let by = credentials::holder(request.headers(), pa_id);
    let retry = idempotency::retry(request, Some(pa_id))?;
    let form = FileForm::begin(request, body, state.api.settings.body_time_max).await?;
    let (file, rest) = form.into_stream();
    let (arrived, added) = futures::join!(
        rest.pass_on(),
        state.api.attachments.add(pa_id, by, file, retry)
    );
    // What is wrong with the body explains why the file broke off.
    let outcome = match (arrived, added) {
        (Err(error), Err(usecases::AttachmentError::Interrupted(_))) => return Err(error.into()),
        (_, added) => added?,
    };
    Ok(idempotency::created::<_, AttachmentAnswer>(&outcome))
}

/// What the document says of it.
pub(super) fn operation(facts: &Facts<'_>) -> Operation {
    let limits = &facts.settings.attachment_limits;
    Operation::new(
        "addAttachment",
        tag::ATTACHMENTS,
        "Adds an attachment",
        Caller::Applicant,
    )
    .described(format!(
        "An application has at most {} attachments, of at most {} bytes each and {} bytes \
            together.",
        limits.count_max, limits.file_bytes_max, limits.total_bytes_max
    ))
    .idempotent()
    .body(RequestBody::parts("NewAttachment"))
    .answer(
        Answer::json::<AttachmentAnswer>(201, "The new attachment.")
            .headers(&["Cache-Control", "Idempotency-Replayed"])
            .leads_to("getAttachment", ("attachment_id", "id"), &["pa_id"])
            .leads_to("deleteAttachment", ("attachment_id", "id"), &["pa_id"]),
    )
    .refused(&[
        Code::HistoryFull,
        Code::BodyIncomplete,
        Code::TooManyAttachments,
        Code::AttachmentTooLarge,
        Code::AttachmentsTooLargeTogether,
    ])
}
