//! Copying rows as they are.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::attachment::Attachment;
use domain::cost_position::OfferId;
use domain::{AttachmentId, PaId};
use ports::{BlobStatus, Counters, Store, StoreError};

use super::samples::{
    Sample, attached_file, attachment, change, loose_key, offer, offer_content, position, replay,
    time,
};
use crate::TestResult;

/// Each once, whatever the size of the pages, also those that came in another order.
pub async fn applications_are_listed_page_by_page_in_the_order_of_their_numbers(
    store: Arc<dyn Store>,
) -> TestResult {
    let numbers = [(26, 2), (9, 9_999), (26, 1), (99, 1), (0, 7)];
    for (index, (year, number)) in (1..).zip(numbers) {
        let sample = Sample::of(PaId::new(26, 100 + index).ok_or("no number")?);
        store
            .write(move |rows| {
                let (mut application, mut key) = (sample.application, sample.key);
                application.pa_id = PaId::new(year, number).ok_or_else(nothing)?;
                key.pa_id = application.pa_id;
                rows.add_application(&application, &key)
            })
            .await?;
    }
    for count_max in 1..=6 {
        let listed = store.read(move |rows| {
            let mut listed: Vec<PaId> = Vec::new();
            loop {
                let page = rows.list_pa_ids(listed.last().copied(), count_max)?;
                assert!(page.len() <= count_max);
                if page.is_empty() {
                    return Ok::<_, StoreError>(listed);
                }
                listed.extend(page);
            }
        });
        let listed: Vec<String> = listed.await?.iter().map(PaId::to_string).collect();
        assert_eq!(
            listed,
            ["00-0007", "09-9999", "26-0001", "26-0002", "99-0001"]
        );
    }
    Ok(())
}

/// Its own, and none where there is no application.
pub async fn the_key_of_an_application_is_found(store: Arc<dyn Store>) -> TestResult {
    let (first, second) = (Sample::add_to(&store).await?, Sample::add_to(&store).await?);
    for sample in [first, second] {
        let pa_id = sample.application.pa_id;
        let found = store.read(move |rows| rows.find_key_of(pa_id)).await?;
        assert_eq!(found, Some(sample.key));
    }
    let absent = PaId::new(26, 9_000).ok_or("no number")?;
    let found = store.read(move |rows| rows.find_key_of(absent)).await?;
    assert_eq!(found, None);
    Ok(())
}

/// Expired ones too; none of another application.
pub async fn the_replays_of_one_application_are_listed(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    for number in [7, 3, 5] {
        change(&store, pa_id, move |rows| {
            rows.add_replay(&replay(number, pa_id))
        })
        .await?;
    }
    change(&store, other, move |rows| {
        rows.add_replay(&replay(4, other))
    })
    .await?;
    let listed = store.read::<_, StoreError>(move |rows| rows.list_replays_of(pa_id));
    let expected = [3, 5, 7].map(|number| replay(number, pa_id));
    assert_eq!(listed.await?, expected);
    Ok(())
}

/// All other columns stay as well, and rows that are added later get higher ids.
pub async fn what_is_put_in_keeps_its_id(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let put = attachment(AttachmentId(700), 1);
    let mut naming = offer(900);
    naming.content.attachment = Some(put.id);
    let (stored, expected) = (put.clone(), naming.clone());
    change(&store, pa_id, move |rows| {
        rows.add_attachment_with_id(pa_id, &put)?;
        rows.add_offer_with_id(pa_id, position(3), &naming)?;
        rows.add_offer_with_id(pa_id, position(3), &offer(800))
    })
    .await?;
    let found = store.read(move |rows| {
        let attachments = rows.list_attachments(pa_id)?;
        Ok::<_, StoreError>((attachments, rows.find_position(pa_id, position(3))?))
    });
    let (attachments, found) = found.await?;
    assert_eq!(attachments, [stored]);
    assert_eq!(found.offers, [offer(800), expected]);
    let later = change(&store, pa_id, move |rows| {
        let counters = Counters {
            last_attachment_id: 700,
            last_offer_id: 900,
            ..Counters::default()
        };
        rows.raise_counters(&counters)?;
        let attachment = rows.add_attachment(pa_id, &attached_file(2), time(2))?;
        let offer = rows.add_offer(pa_id, position(0), &offer_content(1, None), time(0))?;
        Ok((attachment, offer))
    });
    assert_eq!(later.await?, (AttachmentId(701), OfferId(901)));
    Ok(())
}

/// Nor an offer that names an attachment of another application.
pub async fn an_id_or_a_blob_that_is_in_use_is_not_put_in(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_full_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let stored = store.read(move |rows| rows.list_attachments(pa_id)).await?;
    let stored = stored.first().cloned().ok_or("no attachment")?;
    let same_id = attachment(stored.id, 50);
    let same_blob = Attachment {
        id: AttachmentId(50),
        ..stored.clone()
    };
    for refused in [same_id, same_blob] {
        let outcome = change(&store, other, move |rows| {
            rows.add_attachment_with_id(other, &refused)
        });
        let outcome = outcome.await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
    }
    let mut naming_another = offer(50);
    naming_another.content.attachment = Some(stored.id);
    for refused in [offer(1), naming_another] {
        let outcome = change(&store, other, move |rows| {
            rows.add_offer_with_id(other, position(0), &refused)
        });
        let outcome = outcome.await;
        assert!(
            matches!(outcome, Err(StoreError::Conflict(_))),
            "{outcome:?}"
        );
    }
    Ok(())
}

/// Also when the row that had the id was removed.
pub async fn counters_say_what_was_given_last(store: Arc<dyn Store>) -> TestResult {
    let before = store.read(|rows| rows.find_counters()).await?;
    assert_eq!(before, Counters::default());
    let senseless = store.read(|rows| rows.list_senseless_counters());
    assert!(senseless.await?.is_empty());
    Sample::add_full_to(&store).await?;
    store.write(|rows| rows.next_pa_id(7)).await?;
    let removed = Sample::add_to(&store).await?.application.pa_id;
    change(&store, removed, move |rows| {
        rows.add_attachment(removed, &attached_file(9), time(9))?;
        rows.add_offer(removed, position(0), &offer_content(9, None), time(9))?;
        rows.remove_application(removed)
    })
    .await?;
    let counters = store.read(|rows| rows.find_counters()).await?;
    let expected = Counters {
        last_numbers: BTreeMap::from([(7, 1), (26, 2)]),
        last_attachment_id: 3,
        last_offer_id: 3,
    };
    assert_eq!(counters, expected);
    Ok(())
}

/// Year by year, whichever is further stays.
pub async fn counters_are_raised_and_never_set_back(store: Arc<dyn Store>) -> TestResult {
    let counters = |numbers: &[(u8, u16)], last_attachment_id, last_offer_id| Counters {
        last_numbers: numbers.iter().copied().collect(),
        last_attachment_id,
        last_offer_id,
    };
    for (raised, expected) in [
        (counters(&[(26, 40)], 0, 5), counters(&[(26, 40)], 0, 5)),
        (
            counters(&[(25, 9_999), (26, 39)], 7, 4),
            counters(&[(25, 9_999), (26, 40)], 7, 5),
        ),
        (
            counters(&[(25, 1), (26, 41)], 8, 6),
            counters(&[(25, 9_999), (26, 41)], 8, 6),
        ),
        (
            Counters::default(),
            counters(&[(25, 9_999), (26, 41)], 8, 6),
        ),
    ] {
        store
            .write(move |rows| rows.raise_counters(&raised))
            .await?;
        let found = store.read(|rows| rows.find_counters()).await?;
        assert_eq!(found, expected);
    }
    let next = store.write(|rows| rows.next_pa_id(26)).await?;
    assert_eq!(next.map(|pa_id| pa_id.number()), Some(42));
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let given = change(&store, pa_id, move |rows| {
        let attachment = rows.add_attachment(pa_id, &attached_file(1), time(1))?;
        let offer = rows.add_offer(pa_id, position(0), &offer_content(1, None), time(0))?;
        Ok((attachment, offer))
    });
    assert_eq!(given.await?, (AttachmentId(9), OfferId(7)));
    Ok(())
}

/// From its beginning to its end: one that goes on after a cut began when it began first.
pub async fn an_unfinished_copy_is_known_until_it_has_ended(store: Arc<dyn Store>) -> TestResult {
    let found = || store.read(|rows| rows.find_unfinished_copy());
    assert_eq!(found().await?, None);
    for begun_at in [time(5), time(9)] {
        store
            .write(move |rows| rows.note_unfinished_copy(begun_at))
            .await?;
        assert_eq!(found().await?, Some(time(5)));
    }
    for _ in 0..2 {
        store.write(|rows| rows.forget_unfinished_copy()).await?;
        assert_eq!(found().await?, None);
    }
    Ok(())
}

/// Originals and attachments are named by rows, loose blobs are listed, all others are unknown.
pub async fn every_blob_has_the_standing_that_rows_give_it(store: Arc<dyn Store>) -> TestResult {
    let sample = Sample::add_full_to(&store).await?;
    let loose = loose_key(9_000);
    let (listed, unknown) = (loose.clone(), loose_key(9_001));
    store
        .write(move |rows| rows.add_loose_blob(&listed, time(0)))
        .await?;
    let standings = store.read(move |rows| {
        let both = sample.application.original.clone();
        let keys = [loose, attached_file(3).blob, unknown, both];
        assert_eq!(rows.find_blob_statuses(&[])?, []);
        rows.find_blob_statuses(&keys)
    });
    let status = |names, loose| BlobStatus { names, loose };
    assert_eq!(
        standings.await.map_err(|error: StoreError| error)?,
        [
            status(0, true),
            status(1, false),
            status(0, false),
            status(1, false),
        ]
    );
    Ok(())
}

fn nothing() -> StoreError {
    StoreError::Failed("no such number".into())
}
