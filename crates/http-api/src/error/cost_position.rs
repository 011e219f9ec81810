//! Responses to errors of cost positions and offers.

use domain::cost_position::{OFFERS_MAX, OfferError};
use forms::Fault;
use usecases::CostPositionError;

use super::code::Code;
use super::response::ErrorResponse;
use super::{data_invalid, history_full, idempotency_key_reused, internal, state_outdated};

/// What is wrong with the attachment of an offer.
pub(crate) const ATTACHMENT_UNKNOWN: &str =
    "is not an attachment of this application, give the id of one that is, or null";

pub(super) fn response(error: &CostPositionError) -> ErrorResponse {
    match error {
        CostPositionError::ApplicationNotFound => Code::ApplicationNotFound.into(),
        CostPositionError::NotFound => Code::CostPositionNotFound.into(),
        CostPositionError::OfferNotFound => Code::OfferNotFound.into(),
        CostPositionError::StateOutdated => state_outdated(),
        CostPositionError::DataInvalid(faults) => data_invalid(faults),
        CostPositionError::OfferNotAdmitted(OfferError::TooMany) => ErrorResponse::new(
            Code::TooManyOffers,
            format!("A cost position has at most {OFFERS_MAX} offers, remove one first."),
        ),
        CostPositionError::OfferNotAdmitted(OfferError::UnknownAttachment) => {
            data_invalid(&Fault::new("attachment_id", ATTACHMENT_UNKNOWN).into())
        }
        CostPositionError::HistoryFull => history_full(),
        CostPositionError::IdempotencyKeyReused => idempotency_key_reused(),
        CostPositionError::Internal(error) => internal(error),
    }
}
