//! Cost positions: comparison offers, which one is preferred, and the justification.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::cost_position::{
    CostPosition, Justification, Offer, OfferContent, OfferId, PositionIndex,
};
use domain::{PaId, Timestamp};
use ports::{CostPositionRows, StoreError};

use super::{Connection, Rows};
use crate::rows::{NewOfferRow, OfferRow, PositionRow, positions};
use crate::schema::{cost_positions, offers};

impl CostPositionRows for Rows<'_> {
    fn find_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
    ) -> Result<CostPosition, StoreError> {
        let (row, offers) = self.query(|connection| {
            let row = cost_positions::table
                .find((pa_id.to_string(), i32::from(index.get())))
                .first::<PositionRow>(connection)
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

    fn list_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError> {
        let (rows, offers) = self.query(|connection| {
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

    fn find_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        id: OfferId,
    ) -> Result<Option<Offer>, StoreError> {
        self.query(|connection| {
            offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::position.eq(i32::from(index.get())))
                .filter(offers::id.eq(id.0))
                .select(OfferRow::as_select())
                .first(connection)
                .optional()
        })?
        .map(OfferRow::into_offer)
        .transpose()
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
            let preferring_it = cost_positions::table
                .find((pa_id.to_string(), i32::from(index.get())))
                .filter(cost_positions::preferred.eq(id.0));
            diesel::update(preferring_it)
                .set(cost_positions::preferred.eq(None::<i64>))
                .execute(connection)?;
            let itself = offers::table
                .filter(offers::pa_id.eq(pa_id.to_string()))
                .filter(offers::position.eq(i32::from(index.get())))
                .filter(offers::id.eq(id.0));
            diesel::delete(itself).execute(connection)
        })
        .map(|count| count > 0)
    }

    fn replace_preferred(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        preferred: Option<OfferId>,
    ) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            make_row(connection, pa_id, index)?;
            diesel::update(cost_positions::table.find((pa_id.to_string(), i32::from(index.get()))))
                .set(cost_positions::preferred.eq(preferred.map(|offer| offer.0)))
                .execute(connection)
        })
        .map(drop)
    }

    fn replace_justification(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        justification: &Justification,
    ) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            make_row(connection, pa_id, index)?;
            diesel::update(cost_positions::table.find((pa_id.to_string(), i32::from(index.get()))))
                .set((
                    cost_positions::no_offers_required.eq(justification.no_offers_required()),
                    cost_positions::justification.eq(justification.text()),
                ))
                .execute(connection)
        })
        .map(drop)
    }
}

/// Sees to it that the position has a row; one that it has already stays as it is.
fn make_row(connection: &mut Connection, pa_id: PaId, index: PositionIndex) -> QueryResult<usize> {
    diesel::insert_into(cost_positions::table)
        .values(PositionRow::of(pa_id, index, &CostPosition::default()))
        .on_conflict_do_nothing()
        .execute(connection)
}
