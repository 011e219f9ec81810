//! Rows of `offers` and `cost_positions`.

use std::collections::BTreeMap;

use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use domain::cost_position::{
    CostPosition, Justification, Offer, OfferContent, OfferId, PositionIndex,
};
use domain::{AttachmentId, PaId, Timestamp};
use ports::StoreError;

use super::{corrupt, time};
use crate::schema::{cost_positions, offers};

/// A row of `offers`.
#[derive(Queryable, Selectable)]
#[diesel(table_name = offers)]
pub(crate) struct OfferRow {
    id: i64,
    position: i32,
    supplier_name: String,
    amount_cents: i64,
    description: String,
    url: String,
    attachment_id: Option<i64>,
    created_at: i64,
}

/// A row of `offers` that has no id yet.
#[derive(Insertable)]
#[diesel(table_name = offers, treat_none_as_default_value = false)]
pub(crate) struct NewOfferRow<'content> {
    pa_id: String,
    position: i32,
    supplier_name: &'content str,
    amount_cents: i64,
    description: &'content str,
    url: &'content str,
    attachment_id: Option<i64>,
    created_at: i64,
}

/// A row of `cost_positions`.
#[derive(Queryable, Insertable, AsChangeset)]
#[diesel(
    table_name = cost_positions,
    primary_key(pa_id, position),
    treat_none_as_null = true,
    treat_none_as_default_value = false
)]
pub(crate) struct PositionRow {
    pa_id: String,
    position: i32,
    preferred: Option<i64>,
    no_offers_required: bool,
    justification: Option<String>,
}

/// The positions of an application. Its offers must come in the order in which they are to stand.
pub(crate) fn positions(
    rows: Vec<PositionRow>,
    offers: Vec<OfferRow>,
) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError> {
    let mut positions = BTreeMap::<_, CostPosition>::new();
    for row in offers {
        let index = offer_index(row.position, row.id)?;
        let offer = row.into_offer()?;
        positions.entry(index).or_default().offers.push(offer);
    }
    for row in rows {
        let wrong = |column| {
            let primary_key = format!("{}/{}", row.pa_id, row.position);
            corrupt("cost_positions", column, primary_key)
        };
        let index = index(row.position).ok_or_else(|| wrong("position"))?;
        let position = positions.entry(index).or_default();
        position.preferred = row.preferred.map(OfferId);
        position.justification =
            Justification::new(row.no_offers_required, row.justification.as_deref())
                .map_err(|_| wrong("justification"))?;
    }
    positions.retain(|_, position| *position != CostPosition::default());
    Ok(positions)
}

impl OfferRow {
    /// The offer of the row.
    pub(crate) fn into_offer(self) -> Result<Offer, StoreError> {
        let created_at = time(self.created_at, || corrupt("offers", "created_at", self.id))?;
        let content = OfferContent {
            supplier_name: self.supplier_name,
            amount_cents: self.amount_cents,
            description: self.description,
            url: self.url,
            attachment: self.attachment_id.map(AttachmentId),
        };
        Ok(Offer {
            id: OfferId(self.id),
            content,
            created_at,
        })
    }
}

impl<'content> NewOfferRow<'content> {
    /// The row of an offer.
    pub(crate) fn of(
        pa_id: PaId,
        index: PositionIndex,
        content: &'content OfferContent,
        created_at: Timestamp,
    ) -> Self {
        Self {
            pa_id: pa_id.to_string(),
            position: i32::from(index.get()),
            supplier_name: &content.supplier_name,
            amount_cents: content.amount_cents,
            description: &content.description,
            url: &content.url,
            attachment_id: content.attachment.map(|attachment| attachment.0),
            created_at: created_at.microseconds(),
        }
    }
}

impl PositionRow {
    /// The row of a position, without its offers.
    pub(crate) fn of(pa_id: PaId, index: PositionIndex, position: &CostPosition) -> Self {
        Self {
            pa_id: pa_id.to_string(),
            position: i32::from(index.get()),
            preferred: position.preferred.map(|offer| offer.0),
            no_offers_required: position.justification.no_offers_required(),
            justification: position.justification.text().map(str::to_owned),
        }
    }
}

/// The position of an offer.
pub(crate) fn offer_index(position: i32, id: i64) -> Result<PositionIndex, StoreError> {
    index(position).ok_or_else(|| corrupt("offers", "position", id))
}

fn index(position: i32) -> Option<PositionIndex> {
    u8::try_from(position).ok().map(PositionIndex::from_stored)
}
