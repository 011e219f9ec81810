//! The kept counts of applications, against a count of those that are there.

use std::sync::Arc;

use domain::{Application, PaId};
use forms::Status;
use ports::{ListFilter, Store, StoreError, Transaction};

use super::races::race;
use super::samples::{Sample, changed_my_mind, data_of, time};
use crate::TestResult;
use crate::seeded_numbers::SeededNumbers;

const FORM_TYPES: [&str; 3] = ["pa_form", "vsm_form", "nobody's"];

/// After each of many changes, kept and undone ones; a recount finds nothing to mend.
pub async fn counts_are_those_of_the_applications_after_every_change(
    store: Arc<dyn Store>,
) -> TestResult {
    let mut numbers = SeededNumbers(0x0c0_0417);
    for _ in 0..120 {
        let (choice, kept) = (below(&mut numbers, 100), below(&mut numbers, 4) > 0);
        let changed = store.write(move |rows| {
            change_something(rows, choice)?;
            if kept { Ok(()) } else { Err(changed_my_mind()) }
        });
        assert_eq!(changed.await.is_ok(), kept);
        are_right(&store).await?;
    }
    let wrong = store.write(|rows| rows.recount_applications());
    assert_eq!(wrong.await.map_err(|error: StoreError| error)?, []);
    are_right(&store).await
}

/// Additions, removals and changes of status in both directions, all at once. Nobody fails for
/// another.
pub async fn counts_are_those_of_the_applications_after_parallel_changes(
    store: Arc<dyn Store>,
) -> TestResult {
    let set_up = store.write(|rows| (0..32).try_for_each(|kind| add(rows, kind)));
    set_up.await.map_err(|error: StoreError| error)?;
    for round in 0..4 {
        let won = race(&store, move |rows, index| {
            let choice = usize::from(index) * 7 + round;
            let pa_id = PaId::new(26, u16::from(index) + 1).ok_or_else(changed_my_mind)?;
            match choice % 8 {
                0 => add(rows, choice),
                1 if round == 3 => remove(rows, pa_id),
                _ => set_status(rows, pa_id, Status::ALL[choice % 3]),
            }
        });
        assert_eq!(won.await?.len(), 32);
        are_right(&store).await?;
    }
    Ok(())
}

/// A recount beside writers misses none of them and counts none twice.
pub async fn a_recount_beside_writers_is_right(store: Arc<dyn Store>) -> TestResult {
    let won = race(&store, |rows, index| match index % 4 {
        0 | 1 => rows.recount_applications().map(drop),
        kind => add(rows, usize::from(kind)),
    });
    assert_eq!(won.await?.len(), 32);
    are_right(&store).await
}

fn below(numbers: &mut SeededNumbers, end: u64) -> usize {
    usize::try_from(numbers.below(end)).unwrap_or_default()
}

/// Adds, changes or removes an application.
fn change_something(rows: &mut dyn Transaction, choice: usize) -> Result<(), StoreError> {
    let listed = rows.list_pa_ids(None, usize::MAX)?;
    match listed.get(choice % listed.len().max(1)).copied() {
        Some(pa_id) if choice < 20 => remove(rows, pa_id),
        Some(pa_id) if choice < 60 => set_status(rows, pa_id, Status::ALL[choice % 3]),
        _ => add(rows, choice),
    }
}

fn add(rows: &mut dyn Transaction, kind: usize) -> Result<(), StoreError> {
    let pa_id = rows.next_pa_id(26)?.ok_or_else(changed_my_mind)?;
    let sample = Sample::of(pa_id);
    let application = Application {
        form_type: FORM_TYPES[kind % 3].to_owned(),
        status: Status::ALL[kind / 3 % 3],
        created_at: time(i64::try_from(kind).unwrap_or_default()),
        ..sample.application
    };
    rows.add_application(&application, &sample.key)
}

fn set_status(rows: &mut dyn Transaction, pa_id: PaId, status: Status) -> Result<(), StoreError> {
    rows.lock(pa_id)?.ok_or_else(changed_my_mind)?;
    rows.replace_data(pa_id, &data_of(1), status, time(1))
}

fn remove(rows: &mut dyn Transaction, pa_id: PaId) -> Result<(), StoreError> {
    rows.lock(pa_id)?.ok_or_else(changed_my_mind)?;
    rows.remove_application(pa_id)
}

/// Every filter without bounds is counted as one that has them, and as the applications one by one.
async fn are_right(store: &Arc<dyn Store>) -> TestResult {
    let (counts, wrong) = store.read(counts_of_all_filters).await?;
    for (filter, kept, within_bounds, one_by_one) in counts {
        assert_eq!(
            (kept, within_bounds),
            (one_by_one, one_by_one),
            "{filter:?}"
        );
    }
    assert_eq!(wrong, []);
    Ok(())
}

type Counts = Vec<(ListFilter, u64, u64, u64)>;

fn counts_of_all_filters(
    rows: &mut dyn Transaction,
) -> Result<(Counts, Vec<ports::Miscount>), StoreError> {
    let mut applications = Vec::new();
    for pa_id in rows.list_pa_ids(None, usize::MAX)? {
        applications.extend(rows.find_application(pa_id)?);
    }
    let mut counts = Vec::new();
    for form_type in FORM_TYPES.into_iter().map(Some).chain([None]) {
        for status in Status::ALL.into_iter().map(Some).chain([None]) {
            let filter = ListFilter {
                form_type: form_type.map(str::to_owned),
                status,
                ..ListFilter::default()
            };
            let bounded = ListFilter {
                created_from: Some(time(0)),
                ..filter.clone()
            };
            let passing = applications.iter().filter(|one| filter.passes(one)).count();
            let kept = rows.count_applications(&filter)?;
            let within = rows.count_applications(&bounded)?;
            counts.push((filter, kept, within, passing.try_into().unwrap_or(u64::MAX)));
        }
    }
    Ok((counts, rows.find_miscounts()?))
}
