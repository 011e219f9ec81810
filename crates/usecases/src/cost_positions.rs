//! Cost positions of an application: comparison offers, which one is preferred, the justification.
//!
//! A position needs no row of its own: it is there as soon as its index is one (see
//! [`PositionIndex::among`]). Everything that changes one holds the application's lock, so that
//! what was judged is still so when it is stored.

mod addressed;
mod error;
mod new_offer;
mod offers;
mod report;

use std::sync::Arc;

use domain::PaId;
use domain::cost_position::{CostPosition, Justification};
use domain::history::{Action, EntryContent, justification_changes};
use ports::{Clock, Store, StoreError, Transaction};

use crate::history::record;
use crate::{ApplicationAccess, ApplicationQuery};

pub use addressed::AddressedPosition;
pub use error::CostPositionError;
pub use new_offer::{FaultyOffer, NewOffer};
pub use report::OfferReport;

/// The use cases of cost positions. An index counts from 0.
pub struct CostPositions {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
}

/// Finds offers, preferred offer and justification of the position with this index, counted from 0.
/// `None` is not an index and finds nothing.
pub struct FindPosition(pub Option<u64>);

impl ApplicationQuery for FindPosition {
    type Found = CostPosition;
    type Error = CostPositionError;

    fn find(self, rows: &mut dyn Transaction, pa_id: PaId) -> Result<CostPosition, Self::Error> {
        let index = self.0.ok_or(CostPositionError::NotFound)?;
        let index = addressed::found(rows, pa_id, index)?;
        Ok(rows.find_position(pa_id, index)?)
    }
}

impl CostPositions {
    /// Cost positions kept in this store.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Self {
        Self { store, clock }
    }

    /// Offers, preferred offer and justification of a position.
    pub async fn find(&self, pa_id: PaId, index: u64) -> Result<CostPosition, CostPositionError> {
        self.store
            .read(move |rows| FindPosition(Some(index)).find(rows, pa_id))
            .await
    }

    /// Replaces the justification of a position. Its offers stay.
    pub async fn justify(
        &self,
        ApplicationAccess { pa_id, caller }: ApplicationAccess,
        addressed: AddressedPosition,
        no_offers_required: bool,
        text: Option<&str>,
    ) -> Result<(), CostPositionError> {
        let justification = Justification::new(no_offers_required, text);
        let clock = Arc::clone(&self.clock);
        self.store
            .write(move |rows| {
                let index = addressed.locked(rows, pa_id)?;
                // Whether it is there is told before what is wrong with it.
                let justification =
                    justification.map_err(|fault| CostPositionError::DataInvalid(fault.into()))?;
                let mut position = rows.find_position(pa_id, index)?;
                let changes = justification_changes(index, &position.justification, &justification);
                if changes.is_empty() {
                    return Ok(());
                }
                position.justify(justification);
                rows.replace_position(pa_id, index, &position)?;
                forget_unused_costs(rows, pa_id)?;
                let entry = EntryContent {
                    at: clock.now(),
                    by: caller.into(),
                    action: Action::JustificationChanged,
                    changes,
                };
                Ok(record(rows, pa_id, entry)?)
            })
            .await
    }
}

/// Forgets the rows of a list that was cleared once nothing hangs on them: what is added from then
/// on is for the list that is to come.
fn forget_unused_costs(rows: &mut dyn Transaction, pa_id: PaId) -> Result<(), StoreError> {
    if rows.outline_positions(pa_id)?.is_empty() {
        rows.forget_cleared_costs(pa_id)?;
    }
    Ok(())
}
