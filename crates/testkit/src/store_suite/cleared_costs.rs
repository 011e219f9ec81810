//! Names that are kept of lists of costs which were cleared.

use std::sync::Arc;

use domain::PaId;
use domain::cost_position::CostNames;
use ports::{Store, StoreError};

use super::samples::{Sample, change, changed_my_mind};
use crate::TestResult;

/// Character for character and in their order, in the place of those before; none of another
/// application.
pub async fn names_of_cleared_costs_are_kept_until_they_are_forgotten(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    let other = Sample::add_to(&store).await?.application.pa_id;
    let many = vec!["\u{1F600}".repeat(500); 100];
    keep(&store, other, &["Musik"]).await?;
    for names in [
        &["Bühne", "Technik"][..],
        &["", "„Łódź\0“ 😀\n\"\\", "", "Technik"],
        &many.iter().map(String::as_str).collect::<Vec<_>>(),
    ] {
        keep(&store, pa_id, names).await?;
        assert_eq!(find(&store, pa_id).await?, Some(of(names)));
    }
    for _ in 0..2 {
        change(&store, pa_id, move |rows| rows.forget_cleared_costs(pa_id)).await?;
        assert_eq!(find(&store, pa_id).await?, None);
    }
    assert_eq!(find(&store, other).await?, Some(of(&["Musik"])));
    Ok(())
}

/// Neither is done without the rest of its work.
pub async fn names_of_cleared_costs_stay_as_they_were_when_a_work_is_undone(
    store: Arc<dyn Store>,
) -> TestResult {
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    keep(&store, pa_id, &["Bühne"]).await?;
    for is_forgotten in [true, false] {
        let undone = change(&store, pa_id, move |rows| {
            if is_forgotten {
                rows.forget_cleared_costs(pa_id)?;
            } else {
                rows.keep_cleared_costs(pa_id, &of(&["Technik"]))?;
            }
            Err::<(), _>(changed_my_mind())
        });
        assert!(undone.await.is_err());
        assert_eq!(find(&store, pa_id).await?, Some(of(&["Bühne"])));
    }
    Ok(())
}

/// Nothing of it is left for an application that takes its number, as a copy does.
pub async fn a_removed_application_takes_the_names_of_its_cleared_costs_along(
    store: Arc<dyn Store>,
) -> TestResult {
    let sample = Sample::add_to(&store).await?;
    let (pa_id, kept) = (
        sample.application.pa_id,
        Sample::add_to(&store).await?.application.pa_id,
    );
    for pa_id in [pa_id, kept] {
        keep(&store, pa_id, &["Bühne", "Technik"]).await?;
    }
    change(&store, pa_id, move |rows| {
        rows.remove_application(pa_id)?;
        rows.add_application(&sample.application, &sample.key)
    })
    .await?;
    assert_eq!(find(&store, pa_id).await?, None);
    assert_eq!(find(&store, kept).await?, Some(of(&["Bühne", "Technik"])));
    Ok(())
}

async fn keep(store: &Arc<dyn Store>, pa_id: PaId, names: &[&str]) -> Result<(), StoreError> {
    let names = of(names);
    change(store, pa_id, move |rows| {
        rows.keep_cleared_costs(pa_id, &names)
    })
    .await
}

async fn find(store: &Arc<dyn Store>, pa_id: PaId) -> Result<Option<CostNames>, StoreError> {
    store.read(move |rows| rows.find_cleared_costs(pa_id)).await
}

fn of(names: &[&str]) -> CostNames {
    names.iter().copied().collect()
}
