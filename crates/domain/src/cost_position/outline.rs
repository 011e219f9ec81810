//! What checking an application and moving its positions ask of a position.

use super::{CostPosition, Justification};

/// A position without what its offers say, which may be thirty megabytes for all positions of an
/// application.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PositionOutline {
    /// How many offers it has.
    pub offer_count: usize,
    /// What the preferred one of them costs, in cents.
    pub preferred_cents: Option<i64>,
    /// Why there are none, or not enough.
    pub justification: Justification,
}

impl From<&CostPosition> for PositionOutline {
    fn from(position: &CostPosition) -> Self {
        let mut offers = position.offers.iter();
        let preferred = offers.find(|offer| Some(offer.id) == position.preferred);
        Self {
            offer_count: position.offers.len(),
            preferred_cents: preferred.map(|offer| offer.content.amount_cents),
            justification: position.justification.clone(),
        }
    }
}
