//! `POST /upload`: a filled form becomes an application.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::connection::ConnectionHandle;
use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, RequestBody, tag};
use crate::request::extract::{AuthorizedRequest, Uploader};
use crate::request::idempotency;
use crate::request::upload_form::UploadForm;
use crate::response::UploadedApplicationResponse;
use crate::state::State;

/// Answers with a key.
pub(super) async fn upload(
    upload: AuthorizedRequest<Uploader, (), UploadForm>,
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let UploadForm { form, share } = upload.body;
    let (revocation, connection) = (share.revocation(), ConnectionHandle::of(&request));
    let applications = &state.api.applications;
    let retry = match idempotency::retry(&request, &state, None) {
        Ok(retry) => retry,
        Err(error) => {
            // What is wrong with the form is named with it.
            let judged = async { Ok(applications.judge(&form).await?) };
            let judged = connection.unless_ended(revocation.or(judged)).await;
            judged.map_err(|other| idempotency::with_mistake_in_key(&request, other))?;
            return Err(error.into());
        }
    };
    // Until it is about to be stored: then the share is kept, nothing can be revoked, and it goes
    // on although nobody waits.
    let uploaded = async { Ok::<_, ApiError>(applications.upload(form, retry).await?) };
    let outcome = connection.unless_ended(revocation.or(uploaded)).await?;
    Ok(idempotency::created::<_, UploadedApplicationResponse>(
        &outcome,
    ))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "uploadForm",
        tag::APPLICATIONS,
        "Makes an application of a filled form",
    )
    .described(
        "What is in the form is in `data`, or in `data.otherFields`, or the form is refused with \
            the names of the fields that cannot be read. \
         Required fields may be empty; `status` tells.",
    )
    .idempotent()
    .body(RequestBody::parts("Upload").file_type("application/pdf"))
    .response(
        DocumentedResponse::json::<UploadedApplicationResponse>(
            201,
            "The new application with its key, which is shown \
            this once.",
        )
        .headers(&["Cache-Control", "Idempotency-Replayed"])
        .leads_to("getApplication", ("pa_id", "pa_id"), &[])
        .leads_to("changeApplication", ("pa_id", "pa_id"), &[])
        .leads_to("checkApplication", ("pa_id", "pa_id"), &[]),
    )
    .refused(&[
        Code::AttachmentInfected,
        Code::DataInvalid,
        Code::FileTooLarge,
        Code::FormTypeUnknown,
        Code::FormValuesInvalid,
        Code::PdfAmbiguous,
        Code::PdfDamaged,
        Code::PdfDynamicXfa,
        Code::PdfLocked,
        Code::PdfEncryptionUnsupported,
        Code::PdfNotAPdf,
        Code::PdfTookTooLong,
        Code::PdfTooComplex,
        Code::PdfTooLargeDecompressed,
        Code::PdfUndecodable,
        Code::PdfWithoutText,
        Code::PdfNotThisForm,
        Code::FormTypeMismatch,
        Code::NumbersUsedUp,
        Code::StorageFull,
        Code::OriginNotAllowed,
        Code::UploadLimitExceeded,
        Code::Unavailable,
    ])
}
