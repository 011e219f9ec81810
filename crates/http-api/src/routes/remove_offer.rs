//! `DELETE …/offers/{offer_id}`: removes an offer; if it was the preferred one, none is.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::answer::DoneAnswer;
use crate::error::{ApiError, Code};
use crate::openapi::{Answer, Caller, Facts, Operation, tag};
use crate::state::State;
use crate::{addressed, answer, credentials};

pub(super) async fn remove_offer(
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
        .remove_offer(pa_id, by, index, id)
        .await?;
    Ok(answer::detail(&format!("Offer {} was deleted.", id.0)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "deleteOffer",
        tag::COST_POSITIONS,
        "Removes an offer",
        Caller::Applicant,
    )
    .described("When it was the preferred one, none is.")
    .answer(Answer::json::<DoneAnswer>(200, "It was removed.").headers(&["Cache-Control"]))
    .refused(&[Code::HistoryFull])
}
