//! `PUT …/offers/{offer_id}/preferred`: makes an offer the preferred one of its cost position.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest, OfferInPath};
use crate::response::{self, DoneResponse, conditions};
use crate::state::State;

/// No body is looked at.
pub(super) async fn prefer_offer(
    request: AuthorizedRequest<ApplicationKeyHolder, OfferInPath>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let (index, id) = request.path.known(&request.granted, &state).await?;
    let position = conditions::position(&http, index);
    state
        .api
        .cost_positions
        .prefer(request.granted, position, id)
        .await?;
    Ok(response::done(&format!(
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
    )
    .described("Then none of the others of the cost position is. No body is looked at.")
    .parameter(parameter::if_match_of_application())
    .parameter(parameter::if_none_match_of_application())
    .response(
        DocumentedResponse::json::<DoneResponse>(200, "It is preferred.")
            .headers(&["Cache-Control"]),
    )
    .refused(&[
        Code::HistoryFull,
        Code::PreconditionFailed,
        Code::StorageFull,
    ])
}
