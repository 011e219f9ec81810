//! `GET /applications/{pa_id}/costs/{cost_position_index}/offers`: offers and justification of a
//! cost position.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use usecases::FindPosition;

use crate::error::ApiError;
use crate::openapi::{DocumentedResponse, Facts, Operation, tag};
use crate::request::extract::{ApplicationReader, AuthorizedRequest, CostPositionIndex};
use crate::response::{self, CostPositionResponse, OfferResponse};

pub(super) async fn get_offers(
    request: AuthorizedRequest<ApplicationReader<FindPosition>, CostPositionIndex>,
) -> Result<HttpResponse, ApiError> {
    let CostPositionIndex(index) = request.path;
    let position = request.granted;
    let offers: Vec<OfferResponse> = position
        .offers
        .iter()
        .map(|offer| OfferResponse::new(offer, position.preferred == Some(offer.id)))
        .collect();
    let body = CostPositionResponse {
        cost_position_index: index,
        offers,
        no_offers_required: position.justification.no_offers_required(),
        justification: position.justification.text().map(str::to_owned),
    };
    Ok(response::json(StatusCode::OK, &body))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new(
        "getOffers",
        tag::COST_POSITIONS,
        "Shows offers and justification of a cost position",
    )
    .response(
        DocumentedResponse::json::<CostPositionResponse>(200, "The cost position.")
            .headers(&["Cache-Control"]),
    )
}
