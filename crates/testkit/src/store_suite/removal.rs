//! Removing an application takes everything of it, and nothing of another.

use std::sync::Arc;

use domain::{BlobKey, PaId};
use ports::{Store, StoreError, Transaction};

use super::samples::{
    Sample, attached_file, change, key_of, loose_key, offer_content, position, time,
};
use crate::TestResult;

/// The original first, then the attachments in the order in which they came; nothing where there is
/// no application.
pub async fn every_blob_of_an_application_is_listed(store: Arc<dyn Store>) -> TestResult {
    let [full, bare] = [
        Sample::add_full_to(&store).await?.application.pa_id,
        add_bare(&store).await?,
    ];
    let absent = PaId::new(26, 77).ok_or("no id")?;
    let attached = [3, 2].map(|number| attached_file(number).blob);
    let [first, second] = attached.clone();
    for (pa_id, expected) in [
        (full, vec![loose_key(1), first, second]),
        (bare, vec![loose_key(2)]),
        (absent, vec![]),
    ] {
        let listed = store.read(move |rows| rows.list_blobs(pa_id)).await?;
        assert_eq!(listed, expected, "{pa_id}");
    }
    Ok(())
}

/// Offers, the preferred one among them, attachments that offers name, justifications, answers, the
/// key: whatever refers to whatever.
pub async fn a_removed_application_takes_everything_of_it_along(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_full_to(&store).await?.application.pa_id;
    change(&store, pa_id, move |rows| rows.remove_application(pa_id)).await?;
    let (blobs, attachments, positions) = store
        .read(move |rows| {
            assert_eq!(rows.find_application(pa_id)?, None);
            assert!(!rows.exists(pa_id)?);
            assert_eq!(rows.find_key(&key_of(pa_id, 1).lookup)?, None);
            for number in 1..=2 {
                assert_eq!(rows.find_replay(&[number; 32])?, None);
            }
            assert_eq!(rows.find_cleared_costs(pa_id)?, None);
            let attachments = rows.list_attachments(pa_id)?;
            Ok::<_, StoreError>((
                rows.list_blobs(pa_id)?,
                attachments,
                rows.list_positions(pa_id)?,
            ))
        })
        .await?;
    assert_eq!(blobs, Vec::<BlobKey>::new());
    assert_eq!(attachments, []);
    assert!(positions.is_empty(), "{positions:?}");
    Ok(())
}

/// One beside it has as much as before.
pub async fn a_removed_application_leaves_others_as_they_were(store: Arc<dyn Store>) -> TestResult {
    let kept = Sample::add_full_to(&store).await?.application.pa_id;
    let gone = add_bare(&store).await?;
    change(&store, gone, move |rows| {
        let also_gone = rows.add_attachment(gone, &attached_file(9), time(9))?;
        rows.add_offer(
            gone,
            position(0),
            &offer_content(9, Some(also_gone)),
            time(9),
        )
    })
    .await?;
    let everything = move |rows: &mut dyn Transaction| {
        Ok::<_, StoreError>((
            rows.find_application(kept)?,
            rows.find_key(&key_of(kept, 1).lookup)?,
            rows.list_attachments(kept)?,
            (rows.list_positions(kept)?, rows.find_cleared_costs(kept)?),
            rows.find_replay(&[1; 32])?,
            rows.find_replay(&[2; 32])?,
        ))
    };
    let before = store.read(everything).await?;
    assert!(before.1.is_some() && before.4.is_some() && before.5.is_some());
    assert!(before.3.1.is_some());
    assert_eq!((before.2.len(), before.3.0.len()), (2, 2));
    change(&store, gone, move |rows| rows.remove_application(gone)).await?;
    assert_eq!(store.read(everything).await?, before);
    Ok(())
}

async fn add_bare(store: &Arc<dyn Store>) -> Result<PaId, StoreError> {
    Ok(Sample::add_to(store).await?.application.pa_id)
}
