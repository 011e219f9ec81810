//! `GET /applications/{pa_id}/costs/{cost_position_index}/offers`: offers and justification of a
//! cost position.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::answer::{CostPositionAnswer, OfferAnswer};
use crate::error::ApiError;
use crate::openapi::{Answer, Caller, Facts, Operation, tag};
use crate::state::State;
use crate::{addressed, answer};

pub(super) async fn get_offers(
    request: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let pa_id = addressed::application(&request, &state).await?;
    let index = addressed::cost_position(&request)?;
    let position = state.api.cost_positions.find(pa_id, index).await?;
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
        Caller::Applicant,
    )
    .answer(
        Answer::json::<CostPositionAnswer>(200, "The cost position.").headers(&["Cache-Control"]),
    )
}
