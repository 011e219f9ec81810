//! Cost positions whose offers are known by their ids alone.

use std::collections::BTreeMap;

use domain::PaId;
use domain::cost_position::{CostPosition, Justification, OfferId, PositionIndex, PositionOutline};
use ports::StoreError;

use super::cost_position::{PositionRow, offer_index, positions};

/// A position without what its offers say.
#[derive(Default)]
pub(crate) struct NumberedPosition {
    /// The ids of its offers.
    pub(crate) offers: Vec<i64>,
    /// The preferred one of them.
    pub(crate) preferred: Option<OfferId>,
    justification: Justification,
}

/// The positions of an application; of each of its offers its position and its id.
pub(crate) fn numbered_positions(
    rows: Vec<PositionRow>,
    offers: Vec<(i32, i64)>,
) -> Result<BTreeMap<PositionIndex, NumberedPosition>, StoreError> {
    let beside_offers = positions(rows, Vec::new())?.into_iter();
    let numbered = beside_offers.map(|(index, position)| {
        let position = NumberedPosition {
            offers: Vec::new(),
            preferred: position.preferred,
            justification: position.justification,
        };
        (index, position)
    });
    let mut numbered: BTreeMap<_, NumberedPosition> = numbered.collect();
    for (position, id) in offers {
        let index = offer_index(position, id)?;
        numbered.entry(index).or_default().offers.push(id);
    }
    Ok(numbered)
}

impl NumberedPosition {
    /// Its outline; `cents` has what each preferred offer costs.
    pub(crate) fn outline(self, cents: &BTreeMap<i64, i64>) -> PositionOutline {
        PositionOutline {
            offer_count: self.offers.len(),
            preferred_cents: self.preferred.and_then(|id| cents.get(&id.0).copied()),
            justification: self.justification,
        }
    }

    /// Its row at another index, without its offers.
    pub(crate) fn row(&self, pa_id: PaId, index: PositionIndex) -> PositionRow {
        let position = CostPosition {
            offers: Vec::new(),
            preferred: self.preferred,
            justification: self.justification.clone(),
        };
        PositionRow::of(pa_id, index, &position)
    }
}
