//! Cost positions: comparison offers, which one is preferred, and the justification.

use std::collections::{BTreeMap, BTreeSet};

use diesel::prelude::*;
use domain::cost_position::{
    CostPosition, OfferContent, OfferId, PositionIndex, PositionMoves, PositionOutline,
};
use domain::{AttachmentId, PaId, Timestamp};
use ports::{CostPositionRows, StoreError};

use super::Rows;
use crate::cached::Cached;
use crate::rows::{
    NewOfferRow, NumberedPosition, OfferRow, PositionRow, numbered_positions, offer_index,
    positions,
};
use crate::schema::{cost_positions, offers};

impl CostPositionRows for Rows<'_> {
    fn find_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
    ) -> Result<CostPosition, StoreError> {
        let (row, offers) = self.query_of(("offers", pa_id), |connection| {
            let row = cost_positions::table
                .find((pa_id.to_string(), i32::from(index.get())))
                .get_result::<PositionRow>(connection)
                .optional()?;
            let offers = offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::position.eq(i32::from(index.get())))
                .order(offers::id)
                .select(OfferRow::as_select())
                .load(connection)?;
            Ok((row, offers))
        })?;
        let mut positions = positions(row.into_iter().collect(), offers)?;
        Ok(positions.remove(&index).unwrap_or_default())
    }

    fn count_offers(&mut self, pa_id: PaId, index: PositionIndex) -> Result<usize, StoreError> {
        let count = self.query(|connection| {
            offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::position.eq(i32::from(index.get())))
                .count()
                .get_result::<i64>(connection)
        })?;
        Ok(usize::try_from(count).unwrap_or(usize::MAX))
    }

    fn list_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError> {
        let (rows, offers) = self.query_of(("offers", pa_id), |connection| {
            let rows = cost_positions::table
                .filter(cost_positions::pa_id.eq(pa_id.to_string()))
                .load::<PositionRow>(connection)?;
            let offers = offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .order((offers::position, offers::id))
                .select(OfferRow::as_select())
                .load(connection)?;
            Ok((rows, offers))
        })?;
        positions(rows, offers)
    }

    fn outline_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, PositionOutline>, StoreError> {
        let numbered = self.numbered_positions(pa_id)?;
        let preferred = numbered.values().filter_map(|position| position.preferred);
        let preferred: Vec<i64> = preferred.map(|offer| offer.0).collect();
        let mut cents = BTreeMap::new();
        if !preferred.is_empty() {
            cents.extend(self.query(|connection| {
                offers::table
                    .filter(offers::pa_id.eq(pa_id.to_string()))
                    .filter(offers::id.eq_any(preferred))
                    .select((offers::id, offers::amount_cents))
                    .load::<(i64, i64)>(connection)
            })?);
        }
        let outlines = numbered.into_iter();
        Ok(outlines
            .map(|(index, position)| (index, position.outline(&cents)))
            .collect())
    }

    fn list_offers_naming(
        &mut self,
        pa_id: PaId,
        attachment: AttachmentId,
    ) -> Result<Vec<(PositionIndex, OfferId)>, StoreError> {
        let naming = self.query(|connection| {
            offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::attachment_id.eq(attachment.0))
                .order((offers::position, offers::id))
                .select((offers::position, offers::id))
                .load::<(i32, i64)>(connection)
        })?;
        let placed = naming.into_iter();
        placed
            .map(|(position, id)| Ok((offer_index(position, id)?, OfferId(id))))
            .collect()
    }

    fn add_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        content: &OfferContent,
        created_at: Timestamp,
    ) -> Result<OfferId, StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::insert_into(offers::table)
                .values(NewOfferRow::of(pa_id, index, content, created_at))
                .returning(offers::id)
                .get_result(connection)
        })
        .map(OfferId)
    }

    fn remove_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        id: OfferId,
    ) -> Result<bool, StoreError> {
        self.change_locked(pa_id, |connection| {
            let itself = offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::position.eq(i32::from(index.get())))
                .filter(offers::id.eq(id.0));
            diesel::delete(itself).execute(connection)
        })
        .map(|count| count > 0)
    }

    fn replace_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        position: &CostPosition,
    ) -> Result<(), StoreError> {
        let row = PositionRow::of(pa_id, index, position);
        self.change_locked(pa_id, |connection| {
            let replaced = diesel::insert_into(cost_positions::table)
                .values(&row)
                .on_conflict((cost_positions::pa_id, cost_positions::position))
                .do_update()
                .set(&row)
                .returning(cost_positions::position);
            Cached(replaced).get_result::<i32>(connection)
        })
        .map(drop)
    }

    fn move_positions(&mut self, pa_id: PaId, moves: &PositionMoves) -> Result<(), StoreError> {
        let stored = self.numbered_positions(pa_id)?;
        let place = |index: &PositionIndex| *moves.get(index).unwrap_or(index);
        let places: BTreeSet<PositionIndex> = stored.keys().map(place).collect();
        if places.len() < stored.len() {
            return self.conflict("two positions were to be at one index");
        }
        let moved = stored.into_iter().filter_map(|(from, position)| {
            let to = moves.get(&from)?;
            Some((from, *to, position))
        });
        let moved: Vec<_> = moved.collect();
        self.change_locked(pa_id, |connection| {
            // Rows that prefer an offer go first and come last: offers move in between.
            for (from, to, _) in &moved {
                let both = [from, to].map(|index| i32::from(index.get()));
                let rows = cost_positions::table
                    .filter(cost_positions::pa_id.eq(pa_id.to_string()))
                    .filter(cost_positions::position.eq_any(both));
                diesel::delete(rows).execute(connection)?;
            }
            for (_, to, position) in &moved {
                let offers = offers::table
                    .filter(offers::pa_id.eq(pa_id.to_string()))
                    .filter(offers::id.eq_any(&position.offers));
                diesel::update(offers)
                    .set(offers::position.eq(i32::from(to.get())))
                    .execute(connection)?;
                diesel::insert_into(cost_positions::table)
                    .values(position.row(pa_id, *to))
                    .execute(connection)?;
            }
            Ok(())
        })
    }
}

impl Rows<'_> {
    /// Every position of which there is anything to say, with the ids of its offers: these are in
    /// an index, and what the offers say is not read.
    fn numbered_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, NumberedPosition>, StoreError> {
        let (rows, ids) = self.query(|connection| {
            let rows = cost_positions::table
                .filter(cost_positions::pa_id.eq(pa_id.to_string()))
                .load::<PositionRow>(connection)?;
            let ids = offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .select((offers::position, offers::id))
                .load::<(i32, i64)>(connection)?;
            Ok((rows, ids))
        })?;
        numbered_positions(rows, ids)
    }
}
