//! The error of the use cases of cost positions.

use domain::cost_position::OfferError;
use forms::Faults;

use crate::change_errors::from_changes;
use crate::{IdempotencyKeyInvalid, InternalError};

/// What a caller can act on, and [`InternalError`] for the rest.
#[derive(Debug, thiserror::Error)]
pub enum CostPositionError {
    /// The application was deleted since the caller was let in.
    #[error("no such application")]
    ApplicationNotFound,
    /// The application has no such position.
    #[error("no such cost position")]
    NotFound,
    /// The position has no such offer.
    #[error("no such offer")]
    OfferNotFound,
    /// The application is in another state than expected, so the index may be of another row.
    #[error("the application is in another state than expected")]
    StateOutdated,
    /// The offer or the justification holds wrong values.
    #[error("the offer or justification holds wrong values")]
    DataInvalid(Faults),
    /// The offer is right, but cannot be added to the position.
    #[error("the offer is not taken")]
    OfferNotAdmitted(OfferError),
    /// The history of the application is as long as changes by the holder of its key may make it.
    #[error("the history is full")]
    HistoryFull,
    /// The offer is right by itself, but what was sent as idempotency key is none.
    #[error(transparent)]
    IdempotencyKeyInvalid(#[from] IdempotencyKeyInvalid),
    /// The idempotency key was sent with another request before.
    #[error("the idempotency key is of another request")]
    IdempotencyKeyReused,
    /// A failure that the caller cannot avoid.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

from_changes!(CostPositionError);
