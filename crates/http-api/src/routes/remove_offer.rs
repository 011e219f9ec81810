//! `DELETE …/offers/{offer_id}`: removes an offer; if it was the preferred one, none is.

use actix_web::HttpResponse;
use actix_web::web::Data;
use domain::cost_position::OfferId;
use usecases::ApplicationAccess;

use crate::error::{ApiError, Code};
use crate::extract::{ApplicationKeyHolder, AuthorizedRequest, CostPositionIndex};
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::response::{self, DoneResponse};
use crate::state::State;

pub(super) async fn remove_offer(
    request: AuthorizedRequest<ApplicationKeyHolder, (CostPositionIndex, OfferId)>,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let ApplicationAccess { pa_id, caller } = request.granted;
    let (CostPositionIndex(index), id) = request.path;
    state
        .api
        .cost_positions
        .remove_offer(pa_id, caller, index, id)
        .await?;
    Ok(response::done(&format!("Offer {} was deleted.", id.0)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("deleteOffer", tag::COST_POSITIONS, "Removes an offer")
        .described("When it was the preferred one, none is.")
        .response(
            DocumentedResponse::json::<DoneResponse>(200, "It was removed.")
                .headers(&["Cache-Control"]),
        )
        .refused(&[Code::HistoryFull])
}
