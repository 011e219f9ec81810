//! `PUT …/offers/{offer_id}/preferred`: makes an offer the preferred one of its cost position.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::answer::DoneAnswer;
use crate::error::{ApiError, Code};
use crate::openapi::{Answer, Caller, Facts, Operation, tag};
use crate::state::State;
use crate::{addressed, answer, credentials};

/// No body is looked at.
pub(super) async fn prefer_offer(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let index = addressed::cost_position(&request)?;
    let by = credentials::holder(request.headers(), pa_id);
    let id = addressed::offer(&request)?;
    state
        .api
        .cost_positions
        .prefer(pa_id, by, index, id)
        .await?;
    Ok(answer::detail(&format!(
        "Offer {} is the preferred one.",
        id.0
    )))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "preferOffer",
        tag::COST_POSITIONS,
        "Makes an offer the preferred one",
        Caller::Applicant,
    )
    .described("Then none of the others of the cost position is. No body is looked at.")
    .answer(Answer::json::<DoneAnswer>(200, "It is preferred.").headers(&["Cache-Control"]))
    .refused(&[Code::HistoryFull])
}
