//! `DELETE /applications/{pa_id}/attachments/{attachment_id}`: offers that name it name none from
//! then on.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use domain::AttachmentId;
use usecases::ApplicationAccess;

use crate::error::{ApiError, Code};
use crate::events::{self, SecurityEvent};
use crate::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::response::{self, DoneResponse};
use crate::state::State;

pub(super) async fn remove_attachment(
    request: AuthorizedRequest<ApplicationKeyHolder, AttachmentId>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let ApplicationAccess { pa_id, caller } = request.granted;
    let id = request.path;
    events::note(&http, SecurityEvent::AttachmentDeleted);
    state.api.attachments.remove(pa_id, caller, id).await?;
    Ok(response::done(&format!("Attachment {} was deleted.", id.0)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "deleteAttachment",
        tag::ATTACHMENTS,
        "Removes an attachment",
    )
    .described("Offers that name it name none from then on.")
    .response(
        DocumentedResponse::json::<DoneResponse>(200, "It was removed.")
            .headers(&["Cache-Control"]),
    )
    .refused(&[Code::HistoryFull])
}
