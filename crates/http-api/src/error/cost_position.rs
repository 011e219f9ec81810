//! Why something could not be done with a cost position, as it goes out.

use actix_web::http::StatusCode;
use domain::cost_position::{OFFERS_MAX, OfferRefused};
use usecases::CostPositionError;

use super::application::broken;
use super::refusal::Refusal;

pub(super) fn refusal(error: &CostPositionError) -> Refusal {
    match error {
        CostPositionError::NotFound => Refusal::new(
            StatusCode::NOT_FOUND,
            "cost_position_not_found",
            "There is no such cost position, or it has no such offer.",
        ),
        CostPositionError::Wrong(faults) => {
            Refusal::bad_request("data_invalid", faults.to_string())
        }
        CostPositionError::Refused(OfferRefused::TooMany) => Refusal::bad_request(
            "too_many_offers",
            format!("A cost position has at most {OFFERS_MAX} offers, remove one first."),
        ),
        CostPositionError::Refused(OfferRefused::UnknownAttachment) => Refusal::bad_request(
            "data_invalid",
            "attachment_id: is not an attachment of this application.",
        ),
        CostPositionError::IdempotencyKeyReused => Refusal::key_reused(),
        CostPositionError::Broken(error) => broken(error),
    }
}
