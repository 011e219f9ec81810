//! `GET /applications/{pa_id}/costs/{cost_position_index}/offers`: offers and justification of a
//! cost position.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::answer::{self, CostPositionAnswer, OfferAnswer};
use crate::error::ApiError;
use crate::extract::{ApplicationKeyHolder, AuthorizedRequest, CostPositionIndex};
use crate::openapi::{Answer, Facts, Operation, tag};
use crate::state::State;

pub(super) async fn get_offers(
    request: AuthorizedRequest<ApplicationKeyHolder, CostPositionIndex>,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let CostPositionIndex(index) = request.path;
    let position = state
        .api
        .cost_positions
        .find(request.granted.pa_id, index)
        .await?;
    let offers: Vec<OfferAnswer> = position
        .offers
        .iter()
        .map(|offer| OfferAnswer::new(offer, position.preferred == Some(offer.id)))
        .collect();
    let body = CostPositionAnswer {
        cost_position_index: index,
        offers,
        no_offers_required: position.justification.no_offers_required(),
        justification: position.justification.text().map(str::to_owned),
    };
    Ok(answer::json(StatusCode::OK, &body))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getOffers",
        tag::COST_POSITIONS,
        "Shows offers and justification of a cost position",
    )
    .answer(
        Answer::json::<CostPositionAnswer>(200, "The cost position.").headers(&["Cache-Control"]),
    )
}
