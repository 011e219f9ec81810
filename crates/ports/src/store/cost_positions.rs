//! Cost positions: comparison offers, which one is preferred, and the justification.

use std::collections::BTreeMap;

use domain::cost_position::{
    CostPosition, OfferContent, OfferId, PositionIndex, PositionMoves, PositionOutline,
};
use domain::{AttachmentId, PaId, Timestamp};

use super::StoreError;

/// The rows of cost positions. What adding, preferring and removing an offer do to a position is
/// decided by [`CostPosition`]; here the outcome is written down, row by row.
///
/// An offer of another application or of another position is not found.
pub trait CostPositionRows {
    /// What is stored of a position: offers in the order in which they came. The default where that
    /// is nothing.
    fn find_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
    ) -> Result<CostPosition, StoreError>;

    /// How many offers are stored of a position.
    fn count_offers(&mut self, pa_id: PaId, index: PositionIndex) -> Result<usize, StoreError>;

    /// Every position of an application of which there is anything to say; one that has come back
    /// to the default is left out.
    fn list_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, CostPosition>, StoreError>;

    /// The outlines of the same positions. What offers say is not read.
    fn outline_positions(
        &mut self,
        pa_id: PaId,
    ) -> Result<BTreeMap<PositionIndex, PositionOutline>, StoreError>;

    /// The offers of an application that name this attachment, in the order of their positions and
    /// of their coming.
    fn list_offers_naming(
        &mut self,
        pa_id: PaId,
        attachment: AttachmentId,
    ) -> Result<Vec<(PositionIndex, OfferId)>, StoreError>;

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

    /// Removes an offer from a position of a locked application. Whether there was such an offer.
    /// One that is stored as preferred is a conflict.
    fn remove_offer(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        id: OfferId,
    ) -> Result<bool, StoreError>;

    /// Replaces what is stored of a position of a locked application beside its offers: which one
    /// is preferred, and the justification. A preferred offer that is none of the stored ones of
    /// this position is a conflict.
    fn replace_position(
        &mut self,
        pa_id: PaId,
        index: PositionIndex,
        position: &CostPosition,
    ) -> Result<(), StoreError>;

    /// Moves positions of a locked application to other indexes, all at once, with everything that
    /// is stored of them. Two that go to one index, or one that goes to the index of a position
    /// that stays and of which something is stored, is a conflict.
    fn move_positions(&mut self, pa_id: PaId, moves: &PositionMoves) -> Result<(), StoreError>;
}
