//! Responses to errors of cost positions and offers.

use domain::cost_position::{OFFERS_MAX, OfferError};
use usecases::CostPositionError;

use super::code::Code;
use super::response::ErrorResponse;
use super::{
    data_invalid, history_full, idempotency_key_invalid, idempotency_key_reused, internal,
    state_outdated,
};

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
            data_invalid(&OfferError::of_attachment().into())
        }
        CostPositionError::HistoryFull => history_full(),
        CostPositionError::IdempotencyKeyInvalid(_) => idempotency_key_invalid(),
        CostPositionError::IdempotencyKeyReused => idempotency_key_reused(),
        CostPositionError::Internal(error) => internal(error),
    }
}
