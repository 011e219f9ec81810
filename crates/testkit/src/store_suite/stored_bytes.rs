//! The sum of all stored bytes, reserved ones included.

use std::sync::Arc;

use ports::{Store, StoreError, Transaction};

use super::races::race;
use super::samples::{Sample, attached_file, changed_my_mind, loose_key, time};
use crate::TestResult;

async fn stored(store: &Arc<dyn Store>) -> Result<u64, StoreError> {
    store.read(|rows| rows.stored_bytes()).await
}

/// An application counts with its original (11 bytes) and its attachments (1 byte each), whichever
/// way they go.
pub async fn stored_bytes_counts_what_rows_name(store: Arc<dyn Store>) -> TestResult {
    assert_eq!(stored(&store).await?, 0);
    let pa_id = Sample::add_full_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    assert_eq!(stored(&store).await?, 24);
    let removed = store
        .write::<_, StoreError>(move |rows| {
            rows.lock(pa_id)?;
            let first = rows.list_attachments(pa_id)?[0].id;
            rows.remove_attachment(pa_id, first)?;
            rows.stored_bytes()
        })
        .await?;
    assert_eq!(removed, 23);
    for (pa_id, left) in [(pa_id, 11), (other, 0)] {
        store
            .write::<_, StoreError>(move |rows| {
                rows.lock(pa_id)?;
                rows.remove_application(pa_id)
            })
            .await?;
        assert_eq!(stored(&store).await?, left);
    }
    Ok(())
}

/// Bytes are reserved until the blob is taken off the list, which may be when a row names it.
pub async fn stored_bytes_counts_room_until_a_row_names_the_blob(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    for number in [1, 2] {
        let blob = attached_file(number).blob;
        store
            .write(move |rows| rows.reserve_blob(&blob, 100, time(0)))
            .await?;
    }
    assert_eq!(stored(&store).await?, 211);
    store
        .write(move |rows| {
            rows.lock(pa_id)?;
            rows.add_attachment(pa_id, &attached_file(1), time(1))?;
            rows.remove_loose_blob(&attached_file(1).blob)?;
            rows.remove_loose_blob(&attached_file(2).blob)
        })
        .await?;
    assert_eq!(stored(&store).await?, 12);
    let undone: Result<(), StoreError> = store
        .write(|rows| {
            rows.reserve_blob(&loose_key(3), 100, time(0))?;
            Err(changed_my_mind())
        })
        .await;
    assert!(undone.is_err());
    assert_eq!(stored(&store).await?, 12);
    Ok(())
}

/// Of 32 that each want 10 of 95 bytes at once, nine get them.
pub async fn of_parallel_reservations_no_more_pass_than_there_is_room_for(
    store: Arc<dyn Store>,
) -> TestResult {
    let won = race(&store, |rows: &mut dyn Transaction, index| {
        rows.reserve_blob(&loose_key(u16::from(index)), 10, time(0))?;
        if rows.stored_bytes()? > 95 {
            return Err(changed_my_mind());
        }
        Ok(())
    });
    assert_eq!(won.await?.len(), 9);
    assert_eq!(stored(&store).await?, 90);
    Ok(())
}
