//! What holds under any number of simultaneous writers.

use std::sync::Arc;

use domain::PaId;
use domain::attachment::{AttachedFile, AttachmentLimits};
use domain::cost_position::{OFFERS_MAX, admit_offer};
use ports::{Replay, Store, StoreError, Transaction};

use super::samples::{
    Sample, attached_file, change, changed_my_mind, loose_key, offer_content, position, replay,
    time,
};
use crate::TestResult;

/// 25 attachments, a limit of 30, 40 more at once: five join.
pub async fn parallel_attachments_stop_at_the_number_allowed(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    change(&store, pa_id, move |rows| {
        (0..25).try_for_each(|number| admit(rows, pa_id, &attached_file(number)))
    })
    .await?;
    let added = at_once(&store, pa_id, 40, move |rows, number| {
        admit(rows, pa_id, &attached_file(100 + number))
    });
    assert_eq!(added.await?, 5);
    let listed = store.read(move |rows| rows.list_attachments(pa_id)).await?;
    assert_eq!(listed.len(), 30);
    Ok(())
}

/// Of files of 40 MB beside each other two have room.
pub async fn parallel_attachments_stop_at_the_size_allowed(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let added = at_once(&store, pa_id, 10, move |rows, number| {
        let large = AttachedFile {
            size_bytes: 40 << 20,
            ..attached_file(number)
        };
        admit(rows, pa_id, &large)
    });
    assert_eq!(added.await?, 2);
    let usage = store.read(move |rows| rows.attachment_usage(pa_id)).await?;
    assert_eq!((usage.count, usage.total_bytes), (2, 80 << 20));
    Ok(())
}

/// 45 offers, a limit of 50, 32 more at once: five join.
pub async fn parallel_offers_stop_at_the_number_allowed(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let add = move |rows: &mut dyn Transaction, number: u16| {
        let offer = offer_content(i64::from(number), None);
        let stored = rows.count_offers(pa_id, position(0))?;
        admit_offer(&offer, stored, None).map_err(|_| changed_my_mind())?;
        rows.add_offer(pa_id, position(0), &offer, time(0))
            .map(drop)
    };
    change(&store, pa_id, move |rows| {
        (0..45).try_for_each(|number| add(rows, number))
    })
    .await?;
    assert_eq!(at_once(&store, pa_id, 32, add).await?, 5);
    let stored = store
        .read(move |rows| rows.find_position(pa_id, position(0)))
        .await?;
    assert_eq!(stored.offers.len(), OFFERS_MAX);
    Ok(())
}

/// Each of 32 works marks an offer of its own: the one that came last is marked, and it alone.
pub async fn of_parallel_marks_the_last_one_stays(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let marks: Vec<_> = (0..32)
        .map(|amount_cents| {
            let store = Arc::clone(&store);
            let mark = move |rows: &mut dyn Transaction| {
                let revision = rows.lock(pa_id)?;
                let offer = offer_content(amount_cents, None);
                let id = rows.add_offer(pa_id, position(0), &offer, time(0))?;
                let mut found = rows.find_position(pa_id, position(0))?;
                found.prefer(id).ok_or_else(changed_my_mind)?;
                rows.replace_position(pa_id, position(0), &found)?;
                Ok::<_, StoreError>((revision, id))
            };
            tokio::spawn(async move { store.write(mark).await })
        })
        .collect();
    let mut marked = Vec::new();
    for mark in marks {
        marked.push(mark.await??);
    }
    let stored = store
        .read(move |rows| rows.find_position(pa_id, position(0)))
        .await?;
    assert_eq!(stored.offers.len(), 32);
    assert_eq!(stored.preferred, marked.into_iter().max().map(|(_, id)| id));
    Ok(())
}

/// Of 32 requests with one key to one application, sent at once, one is the first.
pub async fn of_parallel_requests_of_one_scope_one_is_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let won = race(&store, move |rows, index| {
        // As a use case does it: look, lock, make and keep. Several may have looked before one
        // keeps.
        if rows.find_replay(&[1; 32])?.is_some() {
            return Err(changed_my_mind());
        }
        rows.lock(pa_id)?.ok_or_else(changed_my_mind)?;
        rows.add_replay(&Replay {
            request_hash: [index; 32],
            ..replay(1, pa_id)
        })?;
        rows.add_loose_blob(&loose_key(u16::from(index)), time(0))
    });
    one_was_kept(&store, &won.await?).await
}

/// Of 32 with one key that make applications, sent at once, one does, and one number is taken.
pub async fn of_parallel_additions_of_one_scope_one_is_kept(store: Arc<dyn Store>) -> TestResult {
    let won = race(&store, |rows, index| {
        if rows.find_replay(&[1; 32])?.is_some() {
            return Err(changed_my_mind());
        }
        let sample = Sample::add(rows)?;
        rows.add_replay(&Replay {
            request_hash: [index; 32],
            ..replay(1, sample.application.pa_id)
        })?;
        rows.add_loose_blob(&loose_key(u16::from(index)), time(0))
    });
    one_was_kept(&store, &won.await?).await?;
    let next = Sample::add_to(&store).await?.application.pa_id;
    assert_eq!(next.number(), 2);
    Ok(())
}

async fn one_was_kept(store: &Arc<dyn Store>, won: &[u8]) -> TestResult {
    assert_eq!(won.len(), 1, "{won:?}");
    let found = store.read(|rows| rows.find_replay(&[1; 32])).await?;
    assert_eq!(found.map(|found| found.request_hash), Some([won[0]; 32]));
    let made = store
        .read(|rows| rows.list_loose_blobs(time(0), 99))
        .await?;
    assert_eq!(made, [loose_key(u16::from(won[0]))]);
    Ok(())
}

fn admit(rows: &mut dyn Transaction, pa_id: PaId, file: &AttachedFile) -> Result<(), StoreError> {
    let usage = rows.attachment_usage(pa_id)?;
    AttachmentLimits::default()
        .admit(usage, file.size_bytes)
        .map_err(|_| changed_my_mind())?;
    rows.add_attachment(pa_id, file, time(0)).map(drop)
}

/// Runs so many works at once, each under the lock. Answers the number of those that were not
/// refused.
async fn at_once(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    count: u16,
    work: impl Fn(&mut dyn Transaction, u16) -> Result<(), StoreError> + Copy + Send + 'static,
) -> TestResult<usize> {
    let works: Vec<_> = (0..count)
        .map(|number| {
            let store = Arc::clone(store);
            tokio::spawn(async move { change(&store, pa_id, move |rows| work(rows, number)).await })
        })
        .collect();
    let mut done = 0;
    for work in works {
        done += usize::from(work.await?.is_ok());
    }
    Ok(done)
}

/// Runs 32 works at once. Answers the indexes of those that succeeded.
pub(super) async fn race(
    store: &Arc<dyn Store>,
    work: impl Fn(&mut dyn Transaction, u8) -> Result<(), StoreError> + Copy + Send + 'static,
) -> TestResult<Vec<u8>> {
    let works: Vec<_> = (0..32)
        .map(|index| {
            let store = Arc::clone(store);
            tokio::spawn(async move { store.write(move |rows| work(rows, index)).await })
        })
        .collect();
    let mut won = Vec::new();
    for (index, work) in (0..).zip(works) {
        if work.await?.is_ok() {
            won.push(index);
        }
    }
    Ok(won)
}
