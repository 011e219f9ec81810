//! Requests that are sent once: what they made.

use std::ops::Range;

use domain::access::Caller;
use domain::attachment::Attachment;
use domain::cost_position::{Offer, OfferInput};
use domain::{AttachmentId, PaId};
use ports::ByteStream;
use usecases::{
    AddressedPosition, ApplicationAccess, AttachmentError, AttachmentReport, Attachments,
    CostPositionError, CostPositions, ExpectedState, FaultyOffer, NewFile, NewOffer, RetryOutcome,
};

pub(crate) fn made<T>(outcome: RetryOutcome<T>) -> T {
    assert!(!outcome.is_repeated, "nothing was sent twice");
    outcome.report
}

pub(crate) trait AddFile {
    async fn add_new(&self, pa_id: PaId, file: NewFile) -> Result<Attachment, AttachmentError>;
}

pub(crate) trait OpenFile {
    async fn open(
        &self,
        pa_id: PaId,
        id: AttachmentId,
        range: Option<Range<u64>>,
    ) -> Result<(Attachment, ByteStream), AttachmentError>;
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
        let report = made(self.add(by_master(pa_id), file, None).await?);
        let attachment = self.find(pa_id, report.id).await?;
        assert_eq!(AttachmentReport::from(&attachment), report);
        Ok(attachment)
    }
}

impl OpenFile for Attachments {
    async fn open(
        &self,
        pa_id: PaId,
        id: AttachmentId,
        range: Option<Range<u64>>,
    ) -> Result<(Attachment, ByteStream), AttachmentError> {
        let attachment = self.find(pa_id, id).await?;
        let bytes = self.read(pa_id, &attachment, range).await?.bytes;
        Ok((attachment, bytes))
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
        let offer = judged(offer, is_preferred);
        let added = self.add_offer(by_master(pa_id), at(index), offer, Ok(None));
        Ok(made(added.await?).offer)
    }
}

/// The offer as whoever receives it judges it.
pub(crate) fn judged(offer: OfferInput, is_preferred: bool) -> Result<NewOffer, FaultyOffer> {
    let attachment = offer.attachment;
    let checked = offer.checked();
    let faulty = |faults| FaultyOffer { faults, attachment };
    let new = |content| NewOffer {
        content,
        is_preferred,
    };
    checked.map(new).map_err(faulty)
}

/// The application as whoever holds a master key may use it.
pub(crate) fn by_master(pa_id: PaId) -> ApplicationAccess {
    let caller = Caller::Master;
    ApplicationAccess { pa_id, caller }
}

/// The application as whoever holds its key may use it.
pub(crate) fn by_holder(pa_id: PaId) -> ApplicationAccess {
    let caller = Caller::Application(pa_id);
    ApplicationAccess { pa_id, caller }
}

/// The position with this index, in whatever state the application is.
pub(crate) fn at(index: u64) -> AddressedPosition {
    AddressedPosition {
        index,
        expected: ExpectedState::Any,
    }
}

/// For 19.99 €.
pub(crate) fn offer(supplier_name: &str) -> OfferInput {
    OfferInput {
        supplier_name: supplier_name.into(),
        amount_cents: 1_999,
        ..OfferInput::default()
    }
}
