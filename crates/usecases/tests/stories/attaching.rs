//! What stories about attachments need: files to send, and a look at what is left.

use bytes::Bytes;
use domain::attachment::{Attachment, AttachmentLimitError, AttachmentLimits};
use domain::cost_position::{OfferInput, PositionIndex};
use domain::{AttachmentId, PaId};
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::ByteStream;
use testkit::TestResult;
use usecases::{AttachmentError, Attachments, NewFile};

use crate::house::{House, client, end_of_time};

pub(crate) async fn with_application() -> TestResult<(House, PaId)> {
    let house = House::new();
    let pa_id = house.uploaded().await?.pa_id;
    Ok((house, pa_id))
}

pub(crate) fn attachments(house: &House, limits: AttachmentLimits) -> Attachments {
    Attachments::new(house.ports.storing.clone(), limits)
}

pub(crate) fn sized(size: usize) -> NewFile {
    named(stream::iter([Ok(Bytes::from(vec![b'x'; size]))]).boxed())
}

pub(crate) fn named(bytes: ByteStream) -> NewFile {
    NewFile {
        client: client(),
        filename: "Angebot.pdf".into(),
        content_type: None,
        size_bytes_max: None,
        bytes,
    }
}

pub(crate) fn pieces<const COUNT: usize>(pieces: [&'static str; COUNT]) -> ByteStream {
    stream::iter(pieces.map(|piece| Ok(Bytes::from_static(piece.as_bytes())))).boxed()
}

pub(crate) async fn text(bytes: ByteStream) -> TestResult<String> {
    let pieces: Vec<Bytes> = bytes.try_collect().await?;
    Ok(String::from_utf8(pieces.concat())?)
}

/// Why a file was refused, if it was. What broke is an error.
pub(crate) fn refusal(
    outcome: Result<Attachment, AttachmentError>,
) -> TestResult<Option<AttachmentLimitError>> {
    match outcome {
        Ok(_) => Ok(None),
        Err(AttachmentError::NotAdmitted(refused)) => Ok(Some(refused)),
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn is_not_found(error: Option<AttachmentError>) {
    assert!(
        matches!(error, Some(AttachmentError::NotFound)),
        "{error:?}"
    );
}

pub(crate) fn has_no_application(error: Option<AttachmentError>) {
    assert!(
        matches!(error, Some(AttachmentError::ApplicationNotFound)),
        "{error:?}"
    );
}

/// So many blobs, each named by a row, without a sweep.
pub(crate) async fn nothing_is_loose(house: &House, stored: usize) -> TestResult {
    assert_eq!(
        (house.blob_count().await, house.loose_count().await),
        (stored, 0)
    );
    Ok(())
}

pub(crate) async fn nothing_is_forgotten(house: &House, stored: usize) -> TestResult {
    house.sweeper.sweep(end_of_time()).await?;
    assert_eq!(
        (house.blob_count().await, house.loose_count().await),
        (stored, 0)
    );
    Ok(())
}

/// An offer of the first position that names the attachment.
pub(crate) async fn offered_with(
    house: &House,
    pa_id: PaId,
    attachment: AttachmentId,
) -> TestResult<PositionIndex> {
    let index = PositionIndex::from_stored(0);
    let offer = OfferInput {
        supplier_name: "A".into(),
        attachment: Some(attachment),
        ..OfferInput::default()
    };
    let (content, now) = (offer.checked()?, house.ports.storing.clock.now());
    let add = house.rows.write(move |rows| {
        rows.lock(pa_id)?;
        rows.add_offer(pa_id, index, &content, now)
    });
    add.await?;
    Ok(index)
}
