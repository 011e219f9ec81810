//! The position that a client addresses, found or refused.

use domain::PaId;
use domain::cost_position::PositionIndex;
use ports::Transaction;

use super::CostPositionError;
use crate::ExpectedState;

/// The position that a client wants to change: its index, counted from 0, and the states of the
/// application in which this index is that of the row which the client means.
pub struct AddressedPosition {
    /// The index among the rows of the costs.
    pub index: u64,
    /// In any other state nothing is changed.
    pub expected: ExpectedState,
}

impl AddressedPosition {
    /// Locks the application and finds the position.
    pub(super) fn locked(
        &self,
        rows: &mut dyn Transaction,
        pa_id: PaId,
    ) -> Result<PositionIndex, CostPositionError> {
        rows.lock(pa_id)?
            .ok_or(CostPositionError::ApplicationNotFound)?;
        let is_met = self.expected.is_met(rows, pa_id)?;
        if !is_met.ok_or(CostPositionError::ApplicationNotFound)? {
            return Err(CostPositionError::StateOutdated);
        }
        found(rows, pa_id, self.index)
    }
}

/// The position with this index.
pub(super) fn found(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    index: u64,
) -> Result<PositionIndex, CostPositionError> {
    let costs = rows
        .count_costs(pa_id)?
        .ok_or(CostPositionError::ApplicationNotFound)?;
    PositionIndex::among(index, costs).ok_or(CostPositionError::NotFound)
}
