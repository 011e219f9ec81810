//! `DELETE …/offers/{offer_id}`: removes an offer; if it was the preferred one, none is.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::error::{ApiError, Code};
use crate::openapi::{DocumentedResponse, Facts, Operation, parameter, tag};
use crate::request::extract::{ApplicationKeyHolder, AuthorizedRequest, OfferInPath};
use crate::response::{self, DoneResponse, conditions};
use crate::state::State;

pub(super) async fn remove_offer(
    request: AuthorizedRequest<ApplicationKeyHolder, OfferInPath>,
    http: HttpRequest,
    state: Data<State>,
) -> Result<HttpResponse, ApiError> {
    let (index, id) = request.path.known(&request.granted, &state).await?;
    let position = conditions::position(&http, index);
    state
        .api
        .cost_positions
        .remove_offer(request.granted, position, id)
        .await?;
    Ok(response::done(&format!("Offer {} was deleted.", id.0)))
}

/// What the document says of it.
pub(super) fn operation(_: &Facts<'_>) -> Operation {
    Operation::new("deleteOffer", tag::COST_POSITIONS, "Removes an offer")
        .described("When it was the preferred one, none is.")
        .parameter(parameter::if_match_of_application())
        .parameter(parameter::if_none_match_of_application())
        .response(
            DocumentedResponse::json::<DoneResponse>(200, "It was removed.")
                .headers(&["Cache-Control"]),
        )
        .refused(&[Code::HistoryFull, Code::PreconditionFailed])
}
