//! Why something could not be done with a cost position, as it goes out.

use domain::cost_position::{OFFERS_MAX, OfferError};
use usecases::CostPositionError;

use super::application::internal;
use super::code::Code;
use super::refusal::Refusal;

pub(super) fn refusal(error: &CostPositionError) -> Refusal {
    match error {
        CostPositionError::NotFound => Refusal::new(
            Code::CostPositionNotFound,
            "There is no such cost position, or it has no such offer.",
        ),
        CostPositionError::Wrong(faults) => Refusal::new(Code::DataInvalid, faults.to_string()),
        CostPositionError::Refused(OfferError::TooMany) => Refusal::new(
            Code::TooManyOffers,
            format!("A cost position has at most {OFFERS_MAX} offers, remove one first."),
        ),
        CostPositionError::Refused(OfferError::UnknownAttachment) => Refusal::new(
            Code::DataInvalid,
            "attachment_id: is not an attachment of this application.",
        ),
        CostPositionError::IdempotencyKeyReused => Refusal::key_reused(),
        CostPositionError::Internal(error) => internal(error),
    }
}
