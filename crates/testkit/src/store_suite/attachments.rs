//! Attachments: kept, found, counted, removed.

use std::sync::Arc;

use domain::attachment::{AttachedFile, Attachment, AttachmentUsage};
use domain::{AttachmentId, PaId, Timestamp};
use ports::{Store, StoreError};

use super::samples::{Sample, attached_file, attachment, change, offer_content, position, time};
use crate::TestResult;

/// Names of any script, types with parameters, files past four gigabytes, digests of any bytes.
pub async fn every_member_of_an_attachment_is_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let mut sha256 = [0; 32];
    sha256[31] = 0xff;
    let added = AttachedFile {
        filename: "Angebot „Müller“ & Söhne' \" \\ Łódź 😀.pdf".to_owned(),
        content_type: "text/plain; charset=\"utf-8\"".to_owned(),
        size_bytes: 5_000_000_000,
        sha256,
        ..attached_file(1)
    };
    let id = add_file(&store, pa_id, added.clone(), time(-7)).await?;
    let found = store
        .read(move |rows| rows.find_attachment(pa_id, id))
        .await?;
    let expected = Attachment {
        id,
        file: added,
        created_at: time(-7),
    };
    assert_eq!(found, Some(expected));
    Ok(())
}

/// Not by name or time; those of another application are not among them.
pub async fn attachments_are_listed_in_the_order_in_which_they_came(
    store: Arc<dyn Store>,
) -> TestResult {
    let [one, other] = two_applications(&store).await?;
    let mut expected = Vec::new();
    for number in [5, 3, 4] {
        let id = add(&store, one, number).await?;
        expected.push(attachment(id, number));
        add(&store, other, number + 10).await?;
    }
    let listed = store.read(move |rows| rows.list_attachments(one)).await?;
    assert_eq!(listed, expected);
    Ok(())
}

/// Count and sum, past four gigabytes too; nothing where there is nothing.
pub async fn usage_is_that_of_one_application(store: Arc<dyn Store>) -> TestResult {
    let [one, other] = two_applications(&store).await?;
    let usage = |pa_id| store.read(move |rows| rows.attachment_usage(pa_id));
    for (number, size_bytes) in [(1, 3_000_000_000), (2, 4_000_000_000)] {
        let large = AttachedFile {
            size_bytes,
            ..attached_file(number)
        };
        add_file(&store, one, large, time(0)).await?;
    }
    let both = AttachmentUsage {
        count: 2,
        total_bytes: 7_000_000_000,
    };
    assert_eq!(usage(one).await?, both);
    assert_eq!(usage(other).await?, AttachmentUsage::default());
    let absent = PaId::new(26, 77).ok_or("no id")?;
    assert_eq!(usage(absent).await?, AttachmentUsage::default());
    Ok(())
}

/// Neither to look at nor to remove, not even under the lock of one's own.
pub async fn an_attachment_of_another_application_is_not_found(
    store: Arc<dyn Store>,
) -> TestResult {
    let [one, other] = two_applications(&store).await?;
    let id = add(&store, one, 1).await?;
    let removed = change(&store, other, move |rows| rows.remove_attachment(other, id)).await?;
    assert_eq!(removed, None);
    let (through_other, itself) = store
        .read(move |rows| {
            let through_other = rows.find_attachment(other, id)?;
            Ok::<_, StoreError>((through_other, rows.find_attachment(one, id)?))
        })
        .await?;
    assert_eq!(through_other, None);
    assert_eq!(itself, Some(attachment(id, 1)));
    Ok(())
}

/// Not after the newest attachment is removed, nor after its application is.
pub async fn the_id_of_a_removed_attachment_is_not_used_again(store: Arc<dyn Store>) -> TestResult {
    let [one, other] = two_applications(&store).await?;
    let first = add(&store, one, 1).await?;
    change(&store, one, move |rows| rows.remove_attachment(one, first)).await?;
    let second = add(&store, one, 2).await?;
    change(&store, one, move |rows| rows.remove_application(one)).await?;
    let third = add(&store, other, 3).await?;
    assert!(
        first < second && second < third,
        "{first:?} {second:?} {third:?}"
    );
    Ok(())
}

/// So that removing one attachment never takes the bytes of another.
pub async fn a_blob_belongs_to_one_attachment(store: Arc<dyn Store>) -> TestResult {
    let [one, other] = two_applications(&store).await?;
    add(&store, one, 1).await?;
    for pa_id in [one, other] {
        let twice = AttachedFile {
            blob: attached_file(1).blob,
            ..attached_file(2)
        };
        let outcome = add_file(&store, pa_id, twice, time(2)).await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
    }
    Ok(())
}

/// Offers that named it name none and are otherwise as they were; those that name another keep it.
pub async fn removing_an_attachment_gives_its_blob_and_clears_what_named_it(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let gone = add(&store, pa_id, 1).await?;
    let kept = add(&store, pa_id, 2).await?;
    change(&store, pa_id, move |rows| {
        rows.add_offer(pa_id, position(0), &offer_content(1, Some(gone)), time(1))?;
        rows.add_offer(pa_id, position(0), &offer_content(2, Some(kept)), time(2))?;
        rows.add_offer(pa_id, position(9), &offer_content(3, Some(gone)), time(3))
    })
    .await?;
    let shared = &store;
    let remove = move || {
        change(shared, pa_id, move |rows| {
            let blob = rows.remove_attachment(pa_id, gone)?;
            Ok((
                blob,
                rows.list_positions(pa_id)?,
                rows.list_attachments(pa_id)?,
            ))
        })
    };
    let (blob, positions, left) = remove().await?;
    assert_eq!(blob, Some(attached_file(1).blob));
    let offers = positions.into_values().flat_map(|position| position.offers);
    let contents: Vec<_> = offers.map(|offer| offer.content).collect();
    assert_eq!(
        contents,
        [
            offer_content(1, None),
            offer_content(2, Some(kept)),
            offer_content(3, None)
        ]
    );
    assert_eq!(left, [attachment(kept, 2)]);
    assert_eq!(remove().await?.0, None);
    Ok(())
}

async fn add(store: &Arc<dyn Store>, pa_id: PaId, number: u16) -> Result<AttachmentId, StoreError> {
    let created_at = time(i64::from(number));
    add_file(store, pa_id, attached_file(number), created_at).await
}

async fn add_file(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    file: AttachedFile,
    created_at: Timestamp,
) -> Result<AttachmentId, StoreError> {
    change(store, pa_id, move |rows| {
        rows.add_attachment(pa_id, &file, created_at)
    })
    .await
}

async fn two_applications(store: &Arc<dyn Store>) -> Result<[PaId; 2], StoreError> {
    let one = Sample::add_to(store).await?.application.pa_id;
    Ok([one, Sample::add_to(store).await?.application.pa_id])
}
