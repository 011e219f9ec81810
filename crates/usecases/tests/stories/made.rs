//! Requests that are sent once: what they made.

use domain::PaId;
use domain::attachment::Attachment;
use domain::cost_position::{Offer, OfferInput};
use usecases::{AttachmentError, Attachments, CostPositionError, CostPositions, NewFile, Outcome};

pub(crate) fn made<T>(outcome: Outcome<T>) -> T {
    match outcome {
        Outcome::Made(made) => made,
        Outcome::Repeated(_) => panic!("nothing was sent twice"),
    }
}

pub(crate) trait AddFile {
    async fn add_new(&self, pa_id: PaId, file: NewFile) -> Result<Attachment, AttachmentError>;
}

pub(crate) trait AddOffer {
    async fn add_new(
        &self,
        pa_id: PaId,
        index: u64,
        offer: OfferInput,
        is_preferred: bool,
    ) -> Result<Offer, CostPositionError>;
}

impl AddFile for Attachments {
    async fn add_new(&self, pa_id: PaId, file: NewFile) -> Result<Attachment, AttachmentError> {
        self.add(pa_id, file, None).await.map(made)
    }
}

impl AddOffer for CostPositions {
    async fn add_new(
        &self,
        pa_id: PaId,
        index: u64,
        offer: OfferInput,
        is_preferred: bool,
    ) -> Result<Offer, CostPositionError> {
        let added = self.add_offer(pa_id, index, offer, is_preferred, None);
        added.await.map(made)
    }
}
