//! Cost positions: comparison offers, which one is preferred, and the justification.

use std::collections::BTreeMap;

use domain::cost_position::{
    CostPosition, Justification, Offer, OfferContent, OfferId, PositionIndex,
};
use domain::{PaId, Timestamp};

use super::StoreError;

/// The rows of cost positions. An offer of another application or of another position is not found.
pub trait CostPositionRows {
    /// What is stored of a position: offers in the order in which they came. The default where that
    /// is nothing.
    fn find_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
    ) -> Result<CostPosition, StoreError>;

    /// Every position of an application of which there is anything to say; one that has come back
    /// to the default is left out.
    fn list_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError>;

    /// The offer of this position, if there is one.
    fn find_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        id: OfferId,
    ) -> Result<Option<Offer>, StoreError>;

    /// Adds an offer to a position of a locked application and gives its id: higher than any before
    /// in the service, and never given again once this transaction has committed. An attachment
    /// that is none of this application is a conflict.
    fn add_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        content: &OfferContent,
        created_at: Timestamp,
    ) -> Result<OfferId, StoreError>;

    /// Removes an offer from a position of a locked application. If it was the preferred one, none
    /// is. Whether there was such an offer.
    fn remove_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        id: OfferId,
    ) -> Result<bool, StoreError>;

    /// Makes an offer the preferred one of a position of a locked application, in the place of any
    /// other, or says that none is. An offer that is none of this position is a conflict.
    fn replace_preferred(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        preferred: Option<OfferId>,
    ) -> Result<(), StoreError>;

    /// Replaces the justification of a position of a locked application.
    fn replace_justification(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        justification: &Justification,
    ) -> Result<(), StoreError>;
}
