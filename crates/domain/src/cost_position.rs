//! Cost positions: the entries of `data.costs`, each with its comparison offers or the reason why
//! there are none.

mod cost_names;
mod justification;
mod moves;
mod offer;
mod outline;
mod web_address;

pub use cost_names::{CostNames, KeptNames};
pub use justification::{JUSTIFICATION_LENGTH_MAX, Justification};
pub use moves::{PositionMoves, position_moves, rows_are_known};
pub use offer::{DESCRIPTION_LENGTH_MAX, SUPPLIER_NAME_LENGTH_MAX, URL_LENGTH_MAX};
pub use offer::{OFFERS_MAX, Offer, OfferContent, OfferId, OfferInput};
pub use outline::PositionOutline;
pub use web_address::MISLEADING_IN_HOSTS;

use crate::AttachmentId;
use forms::Fault;
use forms::form_type::TABLE_ROWS_MAX;

/// A cost position's index, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionIndex(u8);

/// What is known of a cost position beyond its name and amount.
///
/// That at most one offer is preferred holds by construction: there is one place for its id.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CostPosition {
    /// In the order in which they came.
    pub offers: Vec<Offer>,
    /// The preferred one of them.
    pub preferred: Option<OfferId>,
    /// Why there are none, or not enough.
    pub justification: Justification,
}

/// Why an offer is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferError {
    /// The position has as many as it may.
    TooMany,
    /// The attachment is not one of this application.
    UnknownAttachment,
}

impl OfferError {
    /// What is wrong with an offer that names an attachment which is none of its application.
    pub fn of_attachment() -> Fault {
        Fault::new(
            "attachment_id",
            "is not an attachment of this application, give the id of one that is, or null",
        )
    }
}

impl PositionIndex {
    /// The index, if there can be such a position in a list of so many rows: within the list, or
    /// below 100 while there is no list yet (quotes often come before the list is written).
    pub fn among(index: u64, rows: usize) -> Option<Self> {
        let count = match rows {
            0 => TABLE_ROWS_MAX,
            rows => rows,
        };
        let below = usize::try_from(index).is_ok_and(|index| index < count);
        if below {
            u8::try_from(index).ok().map(Self)
        } else {
            None
        }
    }

    /// Takes an index back from storage.
    pub fn from_stored(index: u8) -> Self {
        Self(index)
    }

    /// The index.
    pub fn get(self) -> u8 {
        self.0
    }
}

/// Whether an offer may join a position that has so many. `attached` is the attachment that it
/// names, as it was found in the application.
pub fn admit_offer(
    content: &OfferContent,
    offer_count: usize,
    attached: Option<AttachmentId>,
) -> Result<(), OfferError> {
    if offer_count >= OFFERS_MAX {
        return Err(OfferError::TooMany);
    }
    match content.attachment {
        Some(named) if attached != Some(named) => Err(OfferError::UnknownAttachment),
        _ => Ok(()),
    }
}

/// What becomes of a position is decided here, and stores only carry it out; but an added offer
/// they store as it is, behind the others and not preferred, without loading these. Where an offer
/// is none of the position, nothing changes.
impl CostPosition {
    /// Makes an offer the preferred one, in the place of any other. `None` if it is none of these.
    pub fn prefer(&mut self, id: OfferId) -> Option<()> {
        self.offers.iter().find(|offer| offer.id == id)?;
        self.preferred = Some(id);
        Some(())
    }

    /// Takes an offer out. If it was the preferred one, none is.
    pub fn remove_offer(&mut self, id: OfferId) -> Option<Offer> {
        let index = self.offers.iter().position(|offer| offer.id == id)?;
        self.preferred.take_if(|preferred| *preferred == id);
        Some(self.offers.remove(index))
    }

    /// Replaces the justification. Offers may stand beside it.
    pub fn justify(&mut self, justification: Justification) {
        self.justification = justification;
    }

    /// Lets no offer name this attachment any longer: it was removed.
    pub fn clear_attachment(&mut self, id: AttachmentId) {
        for offer in &mut self.offers {
            offer.content.attachment.take_if(|named| *named == id);
        }
    }
}

#[cfg(test)]
mod tests;
