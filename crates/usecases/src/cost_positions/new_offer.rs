//! An offer that a client wants to add, judged by what it says; what is wrong with one is named
//! together with what only the stored state can tell.

use domain::cost_position::{OfferContent, OfferError};
use domain::{AttachmentId, PaId};
use forms::Faults;
use ports::Transaction;

use super::CostPositionError;
use super::addressed::found;

/// An offer that is right by itself.
pub struct NewOffer {
    /// Checked but for its attachment, which only the stored state can tell.
    pub content: OfferContent,
    /// Whether it shall be the preferred one of its position.
    pub is_preferred: bool,
}

/// An offer that is wrong whatever is stored.
pub struct FaultyOffer {
    /// What is wrong with it.
    pub faults: Faults,
    /// The attachment that it names, if that can be read.
    pub attachment: Option<AttachmentId>,
}

impl FaultyOffer {
    /// All that is wrong with it; last that its attachment is none of the application. An error if
    /// there is no position with this index.
    pub(super) fn all_faults(
        self,
        rows: &mut dyn Transaction,
        pa_id: PaId,
        index: u64,
    ) -> Result<Faults, CostPositionError> {
        found(rows, pa_id, index)?;
        let is_missing = match self.attachment {
            Some(named) => rows.find_attachment(pa_id, named)?.is_none(),
            None => false,
        };
        let missing = is_missing.then(OfferError::of_attachment);
        Ok(self.faults.and(missing))
    }
}
