//! The history of an application.

use std::sync::Arc;

use domain::history::{Action, ChainEnd, HistoryEntry, faults_in};
use domain::{Application, PaId};
use ports::{Store, StoreError, Transaction};

use super::samples::{Sample, change, changed_my_mind, entries, entry_content, time};
use crate::TestResult;

/// Whoever did it, whatever it was, values of every kind.
pub async fn every_member_of_a_history_entry_is_kept(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    assert_eq!(end(&store, pa_id).await?, ChainEnd::default());
    let added = entries(pa_id, u8::try_from(Action::ALL.len())?);
    add(&store, pa_id, added.clone()).await?;
    let (listed, total_count) = list(&store, pa_id, usize::MAX, 0).await?;
    assert_eq!(listed, added);
    assert_eq!(usize::try_from(total_count)?, added.len());
    let last = added.last().map(HistoryEntry::end);
    assert_eq!(Some(end(&store, pa_id).await?), last);
    Ok(())
}

/// Oldest first, whatever the order in which they came; of another application none.
pub async fn the_history_of_one_application_is_listed_page_by_page(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let expected = entries(pa_id, 5);
    let mut shuffled = expected.clone();
    shuffled.reverse();
    add(&store, pa_id, shuffled).await?;
    add(&store, other, entries(other, 2)).await?;
    for (count_max, offset, from, to) in [
        (2, 0, 0, 2),
        (2, 3, 3, 5),
        (2, 4, 4, 5),
        (0, 0, 0, 0),
        (2, 5, 5, 5),
        (usize::MAX, 1, 1, 5),
        (usize::MAX, u64::MAX, 5, 5),
    ] {
        let (page, total_count) = list(&store, pa_id, count_max, offset).await?;
        assert_eq!(page, expected[from..to], "{count_max} after {offset}");
        assert_eq!(total_count, 5);
        let before = from
            .checked_sub(1)
            .map_or(0, |last| expected[last].total_bytes);
        let last = page.last().map_or(before, |last| last.total_bytes);
        let counted = count_bytes(&store, pa_id, count_max, offset).await?;
        assert_eq!(counted, last - before, "{count_max} after {offset}");
    }
    let absent = PaId::new(26, 9_000).ok_or("no number")?;
    assert_eq!(list(&store, absent, 9, 0).await?, (Vec::new(), 0));
    assert_eq!(count_bytes(&store, absent, 9, 0).await?, 0);
    assert_eq!(end(&store, absent).await?, ChainEnd::default());
    Ok(())
}

/// A number is taken once; what stands there stays.
pub async fn a_history_entry_is_written_once(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    add(&store, pa_id, entries(pa_id, 2)).await?;
    let forged = ChainEnd::default().next(pa_id, entry_content(7));
    let outcome = add(&store, pa_id, vec![forged]).await;
    assert!(
        matches!(outcome, Err(StoreError::Conflict(_))),
        "{outcome:?}"
    );
    assert_eq!(list(&store, pa_id, 9, 0).await?.0, entries(pa_id, 2));
    Ok(())
}

/// The last entry's time, in the same transaction; another application is untouched.
pub async fn adding_a_history_entry_changes_nothing_but_the_activity(
    store: Arc<dyn Store>,
) -> TestResult {
    let sample = Sample::add_to(&store).await?.application;
    let other = Sample::add_to(&store).await?.application;
    let pa_id = sample.pa_id;
    let undone = store.write(move |rows: &mut dyn Transaction| {
        rows.lock(pa_id)?;
        rows.add_history_entry(pa_id, &entries(pa_id, 1)[0])?;
        Err::<(), _>(changed_my_mind())
    });
    assert!(undone.await.is_err());
    assert_eq!(list(&store, pa_id, 9, 0).await?, (Vec::new(), 0));
    add(&store, pa_id, entries(pa_id, 4)).await?;
    let expected = Application {
        activity_at: time(3),
        revision: 2,
        ..sample
    };
    assert_eq!(find(&store, pa_id).await?, Some(expected));
    assert_eq!(find(&store, other.pa_id).await?, Some(other));
    Ok(())
}

/// The next entry follows what was there, so that what is missing stays missing; where the release
/// before noted no end, what is there counts.
pub async fn the_end_of_a_history_is_noted_with_the_application(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let written = entries(pa_id, 3);
    for (there, noted, expected) in [(1, 3, 3), (2, 0, 2), (3, 3, 3)] {
        let mut entries = written[..there].to_vec();
        let noted = noted_end(&written, noted);
        change(&store, pa_id, move |rows| {
            let listed = rows.list_history(pa_id, 9, 0)?.0;
            entries.retain(|entry| !listed.contains(entry));
            rows.add_history(pa_id, &entries, &noted)
        })
        .await?;
        let expected = noted_end(&written, expected);
        assert_eq!(end(&store, pa_id).await?, expected);
    }
    let forged = ChainEnd {
        hash: [7; 32],
        ..noted_end(&written, 3)
    };
    change(&store, pa_id, move |rows| {
        rows.add_history(pa_id, &[], &forged)
    })
    .await?;
    assert_eq!(end(&store, pa_id).await?, forged);
    Ok(())
}

/// Pages of any size give every entry once, also those that are larger than a page; the activity
/// is no business of a copy.
pub async fn a_history_is_copied_page_by_page(store: Arc<dyn Store>) -> TestResult {
    let from = Sample::add_to(&store).await?.application.pa_id;
    let to = Sample::add_to(&store).await?.application;
    let pa_id = to.pa_id;
    add(&store, from, entries(from, 5)).await?;
    let all = list(&store, from, 9, 0).await?.0;
    let two = all[1].total_bytes;
    for (bytes_max, expected) in [
        (0, [1, 1]),
        (two, [2, 1]),
        (two - 1, [1, 1]),
        (u64::MAX, [5, 0]),
    ] {
        let pages = store.read(move |rows| pages_of(rows, from, bytes_max));
        let pages = pages.await?;
        assert_eq!(pages.concat(), all);
        let counts = [0, 1].map(|index| pages.get(index).map_or(0, Vec::len));
        assert_eq!((counts[0], counts[1].min(1)), (expected[0], expected[1]));
    }
    let last = noted_end(&all, 5);
    for page in [&all[..2], &all[2..2], &all[2..]] {
        let page = page.to_vec();
        change(&store, pa_id, move |rows| {
            rows.add_history(pa_id, &page, &last)
        })
        .await?;
    }
    assert_eq!(list(&store, pa_id, 9, 0).await?.0, all);
    assert_eq!(end(&store, pa_id).await?, last);
    let found = find(&store, pa_id).await?;
    assert_eq!(found.map(|found| found.activity_at), Some(to.activity_at));
    let outcome = change(&store, pa_id, move |rows| {
        rows.add_history(pa_id, &all[..1], &last)
    });
    assert!(matches!(outcome.await, Err(StoreError::Conflict(_))));
    Ok(())
}

fn pages_of(
    rows: &mut dyn Transaction,
    pa_id: PaId,
    bytes_max: u64,
) -> Result<Vec<Vec<HistoryEntry>>, StoreError> {
    let (mut pages, mut after) = (Vec::new(), ChainEnd::default());
    loop {
        let page = rows.list_history_after(pa_id, &after, bytes_max)?;
        let Some(last) = page.last() else {
            return Ok(pages);
        };
        after = last.end();
        pages.push(page);
    }
}

/// Where a history ends with the entry of this number.
fn noted_end(entries: &[HistoryEntry], number: usize) -> ChainEnd {
    entries[..number]
        .last()
        .map(HistoryEntry::end)
        .unwrap_or_default()
}

/// And that of no other.
pub async fn a_removed_application_takes_its_history_along(store: Arc<dyn Store>) -> TestResult {
    let gone = Sample::add_to(&store).await?.application.pa_id;
    let kept = Sample::add_to(&store).await?.application.pa_id;
    for pa_id in [gone, kept] {
        add(&store, pa_id, entries(pa_id, 3)).await?;
    }
    change(&store, gone, move |rows| rows.remove_application(gone)).await?;
    assert_eq!(list(&store, gone, 9, 0).await?, (Vec::new(), 0));
    assert_eq!(list(&store, kept, 9, 0).await?.0, entries(kept, 3));
    Ok(())
}

/// 32 at once: no number twice, none left out, each follows the one before.
pub async fn parallel_history_entries_make_one_chain(store: Arc<dyn Store>) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let writers = (0..32).map(|index| {
        change(&store, pa_id, move |rows| {
            let end = rows.find_history_end(pa_id)?;
            rows.add_history_entry(pa_id, &end.next(pa_id, entry_content(index)))
        })
    });
    for outcome in futures::future::join_all(writers).await {
        outcome?;
    }
    let (listed, total_count) = list(&store, pa_id, usize::MAX, 0).await?;
    assert_eq!(total_count, 32);
    let numbers: Vec<_> = listed.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=32).collect::<Vec<_>>());
    assert_eq!(faults_in(pa_id, &listed), []);
    Ok(())
}

async fn add(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    entries: Vec<HistoryEntry>,
) -> Result<(), StoreError> {
    change(store, pa_id, move |rows| {
        let mut entries = entries.iter();
        entries.try_for_each(|entry| rows.add_history_entry(pa_id, entry))
    })
    .await
}

async fn end(store: &Arc<dyn Store>, pa_id: PaId) -> Result<ChainEnd, StoreError> {
    store.read(move |rows| rows.find_history_end(pa_id)).await
}

async fn find(store: &Arc<dyn Store>, pa_id: PaId) -> TestResult<Option<Application>> {
    let find = store.read(move |rows| rows.find_application(pa_id));
    find.await.map_err(|error: StoreError| error.into())
}

async fn list(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    count_max: usize,
    offset: u64,
) -> Result<(Vec<HistoryEntry>, u64), StoreError> {
    let list = store.read(move |rows| rows.list_history(pa_id, count_max, offset));
    list.await
}

async fn count_bytes(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    count_max: usize,
    offset: u64,
) -> Result<u64, StoreError> {
    let count = store.read(move |rows| rows.count_history_bytes(pa_id, count_max, offset));
    count.await
}
