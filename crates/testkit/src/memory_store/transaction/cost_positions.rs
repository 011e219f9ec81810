//! Cost positions: comparison offers, which one is preferred, and the justification.

use std::collections::BTreeMap;

use domain::cost_position::{
    CostPosition, Offer, OfferContent, OfferId, PositionIndex, PositionMoves, PositionOutline,
};
use domain::{AttachmentId, PaId, Timestamp};
use ports::{ArchiveRows as _, CostPositionRows, StoreError};

use super::MemoryTransaction;

impl CostPositionRows for MemoryTransaction {
    fn find_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
    ) -> Result<CostPosition, StoreError> {
        let position = self.looking()?.positions.get(&(pa_id, index));
        Ok(position.cloned().unwrap_or_default())
    }

    fn count_offers(&mut self, pa_id: PaId, index: PositionIndex) -> Result<usize, StoreError> {
        Ok(self.find_position(pa_id, index)?.offers.len())
    }

    fn list_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError> {
        let of_it = self
            .looking()?
            .positions
            .iter()
            .filter(|(key, position)| key.0 == pa_id && **position != CostPosition::default());
        Ok(of_it
            .map(|((_, index), position)| (*index, position.clone()))
            .collect())
    }

    fn outline_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, PositionOutline>, StoreError> {
        let positions = self.list_positions(pa_id)?;
        let outlines = positions.iter();
        Ok(outlines
            .map(|(index, position)| (*index, position.into()))
            .collect())
    }

    fn list_offers_naming(
        &mut self,
        pa_id: PaId,
        attachment: AttachmentId,
    ) -> Result<Vec<(PositionIndex, OfferId)>, StoreError> {
        let mut naming = Vec::new();
        for (index, position) in self.list_positions(pa_id)? {
            let offers = position.offers.iter();
            let offers = offers.filter(|offer| offer.content.attachment == Some(attachment));
            naming.extend(offers.map(|offer| (index, offer.id)));
        }
        Ok(naming)
    }

    fn add_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        content: &OfferContent,
        created_at: Timestamp,
    ) -> Result<OfferId, StoreError> {
        let id = OfferId(self.changing_locked(pa_id)?.last_offer_id + 1);
        let offer = Offer {
            id,
            content: content.clone(),
            created_at,
        };
        self.add_offer_with_id(pa_id, index, &offer)?;
        Ok(id)
    }

    fn remove_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        id: OfferId,
    ) -> Result<bool, StoreError> {
        let positions = &mut self.changing_locked(pa_id)?.positions;
        let position = positions.entry((pa_id, index)).or_default();
        if position.preferred == Some(id) {
            return self.conflict("the offer is the preferred one");
        }
        let count_before = position.offers.len();
        position.offers.retain(|offer| offer.id != id);
        Ok(position.offers.len() < count_before)
    }

    fn replace_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        position: &CostPosition,
    ) -> Result<(), StoreError> {
        let positions = &mut self.changing_locked(pa_id)?.positions;
        let stored = positions.entry((pa_id, index)).or_default();
        let is_stored = |id| stored.offers.iter().any(|offer| offer.id == id);
        if !position.preferred.is_none_or(is_stored) {
            return self.conflict("the offer is none of the position");
        }
        stored.preferred = position.preferred;
        stored.justification = position.justification.clone();
        Ok(())
    }

    fn move_positions(&mut self, pa_id: PaId, moves: &PositionMoves) -> Result<(), StoreError> {
        let positions = &mut self.changing_locked(pa_id)?.positions;
        let mut moved = Vec::new();
        for (from, to) in moves {
            moved.extend(
                positions
                    .remove(&(pa_id, *from))
                    .map(|position| (*to, position)),
            );
        }
        for (to, position) in moved {
            let replaced = positions.insert((pa_id, to), position);
            if replaced.is_some_and(|replaced| replaced != CostPosition::default()) {
                return self.conflict("two positions were to be at one index");
            }
        }
        Ok(())
    }
}
