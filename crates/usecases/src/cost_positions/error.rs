//! Why something could not be done with a cost position.

use domain::cost_position::OfferError;
use forms::Faults;
use ports::StoreError;

use crate::InternalError;
use crate::history::RecordError;
use crate::retries::RetryError;

/// What a caller can act on, and [`InternalError`] for the rest.
#[derive(Debug, thiserror::Error)]
pub enum CostPositionError {
    /// There is no such application, or it has no such position.
    #[error("no such cost position")]
    NotFound,
    /// The position has no such offer.
    #[error("no such offer")]
    OfferNotFound,
    /// The offer or the justification holds wrong values.
    #[error("the offer or justification holds wrong values")]
    DataInvalid(Faults),
    /// The offer is right, but cannot join the position.
    #[error("the offer is not taken")]
    OfferNotAdmitted(OfferError),
    /// The history of the application is as long as changes by the holder of its key may make it.
    #[error("the history is full")]
    HistoryFull,
    /// The idempotency key was sent with another request before.
    #[error("the idempotency key is of another request")]
    IdempotencyKeyReused,
    /// Something underneath broke.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

impl From<StoreError> for CostPositionError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<RecordError> for CostPositionError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Full => Self::HistoryFull,
            RecordError::Store(error) => error.into(),
        }
    }
}

impl From<RetryError> for CostPositionError {
    fn from(error: RetryError) -> Self {
        match error {
            RetryError::OtherRequest | RetryError::AnswerLost => Self::IdempotencyKeyReused,
            RetryError::Internal(error) => Self::Internal(error),
        }
    }
}
