//! Comparison offers: add, prefer, remove.

use std::sync::Arc;

use domain::cost_position::{Offer, OfferId, PositionIndex, admit_offer};
use domain::history::{
    Action, EntryContent, HistoryChange, offer_added, offer_removed, preferred_change,
};
use domain::{PaId, Timestamp};
use ports::Transaction;

use super::{
    AddressedPosition, CostPositionError, CostPositions, FaultyOffer, NewOffer, OfferReport,
    forget_unused_costs,
};
use crate::history::record;
use crate::retries::once;
use crate::{ApplicationAccess, IdempotencyKeyInvalid, RequestContent, Retry, RetryOutcome};

impl CostPositions {
    /// Adds an offer to a position.
    ///
    /// That there is no such position is told first; then all that is wrong with the offer, also
    /// where its attachment is none of the application; then that its idempotency key is none. In
    /// the transaction that writes is decided what depends on the state then: whether it is the
    /// expected one, and whether the position takes the offer.
    pub async fn add_offer(
        &self,
        ApplicationAccess { pa_id, caller }: ApplicationAccess,
        addressed: AddressedPosition,
        offer: Result<NewOffer, FaultyOffer>,
        retry: Result<Option<(Retry, RequestContent)>, IdempotencyKeyInvalid>,
    ) -> Result<RetryOutcome<OfferReport>, CostPositionError> {
        let (new, retry) = match (offer, retry) {
            (Ok(new), Ok(retry)) => (new, retry),
            (Ok(_), Err(invalid)) => {
                self.find(pa_id, addressed.index).await?;
                return Err(invalid.into());
            }
            (Err(faulty), _) => {
                let faults = move |rows: &mut dyn Transaction| {
                    faulty.all_faults(rows, pa_id, addressed.index)
                };
                let faults = self.store.read(faults).await?;
                return Err(CostPositionError::DataInvalid(faults));
            }
        };
        let clock = Arc::clone(&self.clock);
        let add = move |rows: &mut dyn Transaction| {
            let index = addressed.locked(rows, pa_id)?;
            let (report, changes) = new.join(rows, pa_id, index, clock.now())?;
            let entry = EntryContent {
                at: report.offer.created_at,
                by: caller.into(),
                action: Action::OfferAdded,
                changes,
            };
            record(rows, pa_id, entry)?;
            Ok((pa_id, report))
        };
        once(&self.store, &self.clock, retry.map(Arc::new), add).await
    }

    /// Makes an offer the preferred one of its position, in the place of any other.
    pub async fn prefer(
        &self,
        ApplicationAccess { pa_id, caller }: ApplicationAccess,
        addressed: AddressedPosition,
        id: OfferId,
    ) -> Result<(), CostPositionError> {
        let clock = Arc::clone(&self.clock);
        self.store
            .write(move |rows| {
                let index = addressed.locked(rows, pa_id)?;
                let Some(change) = preferred(rows, pa_id, index, id)? else {
                    return Ok(());
                };
                let entry = EntryContent {
                    at: clock.now(),
                    by: caller.into(),
                    action: Action::OfferPreferred,
                    changes: vec![change],
                };
                Ok(record(rows, pa_id, entry)?)
            })
            .await
    }

    /// Removes an offer. If it was the preferred one, none is.
    pub async fn remove_offer(
        &self,
        ApplicationAccess { pa_id, caller }: ApplicationAccess,
        addressed: AddressedPosition,
        id: OfferId,
    ) -> Result<(), CostPositionError> {
        let clock = Arc::clone(&self.clock);
        self.store
            .write(move |rows| {
                let index = addressed.locked(rows, pa_id)?;
                let mut position = rows.find_position(pa_id, index)?;
                let preferred = position.preferred;
                let removed = position.remove_offer(id);
                let removed = removed.ok_or(CostPositionError::OfferNotFound)?;
                rows.replace_position(pa_id, index, &position)?;
                rows.remove_offer(pa_id, index, id)?;
                forget_unused_costs(rows, pa_id)?;
                let mut changes = vec![offer_removed(index, &removed)];
                changes.extend(preferred_change(index, preferred, position.preferred));
                let entry = EntryContent {
                    at: clock.now(),
                    by: caller.into(),
                    action: Action::OfferRemoved,
                    changes,
                };
                Ok(record(rows, pa_id, entry)?)
            })
            .await
    }
}

impl NewOffer {
    /// Adds it to a position of a locked application, if that takes it. Answers what was made, and
    /// the changes.
    fn join(
        self,
        rows: &mut dyn Transaction,
        pa_id: PaId,
        index: PositionIndex,
        created_at: Timestamp,
    ) -> Result<(OfferReport, Vec<HistoryChange>), CostPositionError> {
        let (content, is_preferred) = (self.content, self.is_preferred);
        let attached = match content.attachment {
            Some(named) => rows.find_attachment(pa_id, named)?.map(|found| found.id),
            None => None,
        };
        let admitted = admit_offer(&content, rows.count_offers(pa_id, index)?, attached);
        admitted.map_err(CostPositionError::OfferNotAdmitted)?;
        let offer = Offer {
            id: rows.add_offer(pa_id, index, &content, created_at)?,
            content,
            created_at,
        };
        let mut changes = vec![offer_added(index, &offer)];
        if is_preferred {
            changes.extend(preferred(rows, pa_id, index, offer.id)?);
        }
        let report = OfferReport {
            offer,
            is_preferred,
        };
        Ok((report, changes))
    }
}

/// Makes an offer the preferred one of its position. Answers the change; `None` where it was so
/// before.
fn preferred(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    index: PositionIndex,
    id: OfferId,
) -> Result<Option<HistoryChange>, CostPositionError> {
    let mut position = rows.find_position(pa_id, index)?;
    let before = position.preferred;
    position
        .prefer(id)
        .ok_or(CostPositionError::OfferNotFound)?;
    let change = preferred_change(index, before, position.preferred);
    if change.is_some() {
        rows.replace_position(pa_id, index, &position)?;
    }
    Ok(change)
}
