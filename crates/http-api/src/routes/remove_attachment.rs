//! `DELETE /applications/{pa_id}/attachments/{attachment_id}`: offers that name it name none from
//! then on.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use domain::AttachmentId;
use usecases::ExpectedState;

use crate::error::{ApiError, Code};
use crate::events::{self, SecurityEvent};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest};
use crate::response::{self, DoneResponse, conditions};
use crate::state::State;

/// An attachment never changes, so what is known of it before it is removed is still right then.
pub(super) async fn remove_attachment(
    request: AuthorizedRequest<ApplicationKeyHolder, AttachmentId>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let (access, id) = (request.granted, request.path);
    let expected = conditions::expected(&http);
    if expected != ExpectedState::Any {
        let attachment = state.api.attachments.find(access.pa_id, id).await?;
        conditions::see_expected(&expected, &attachment.file.sha256)?;
    }
    events::note(&http, SecurityEvent::AttachmentDeleted);
    state.api.attachments.remove(access, id).await?;
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
    .parameter(parameter::if_match_to_remove())
    .parameter(parameter::if_none_match_to_remove())
    .response(
        DocumentedResponse::json::<DoneResponse>(200, "It was removed.")
            .headers(&["Cache-Control"]),
    )
    .refused(&[Code::HistoryFull, Code::PreconditionFailed])
}
