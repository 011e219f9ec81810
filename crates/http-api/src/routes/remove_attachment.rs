//! `DELETE /applications/{pa_id}/attachments/{attachment_id}`: offers that name it name none from
//! then on.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::answer::DoneAnswer;
use crate::error::{ApiError, Code};
use crate::openapi::{Answer, Caller, Facts, Operation, tag};
use crate::state::State;
use crate::{addressed, answer, credentials};

pub(super) async fn remove_attachment(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let by = credentials::holder(request.headers(), pa_id);
    let id = addressed::attachment(&request)?;
    state.api.attachments.remove(pa_id, by, id).await?;
    Ok(answer::detail(&format!("Attachment {} was deleted.", id.0)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "deleteAttachment",
        tag::ATTACHMENTS,
        "Removes an attachment",
        Caller::Applicant,
    )
    .described("Offers that name it name none from then on.")
    .answer(Answer::json::<DoneAnswer>(200, "It was removed.").headers(&["Cache-Control"]))
    .refused(&[Code::HistoryFull])
}
