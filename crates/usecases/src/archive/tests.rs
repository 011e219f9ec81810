use std::sync::Arc;

use domain::{PaId, Timestamp};
use ports::{Counters, Store, StoreError};
use testkit::store_suite::Sample;
use testkit::{MemoryStore, TestResult, run};

use super::ApplicationCopy;

#[test]
fn a_store_that_gets_a_copy_gives_none_of_its_numbers_and_ids_again() -> TestResult {
    run(async {
        let (from, sample) = with_sample().await?;
        let (pa_id, at) = (sample.application.pa_id, sample.application.created_at);
        let copy = copy_of(&from, pa_id, at).await?;
        let to: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let add = to.write::<_, StoreError>(move |rows| copy.add_to(rows));
        add.await?;
        assert_eq!(counters(&to).await?, counters(&from).await?);
        assert_eq!(
            copy_of(&to, pa_id, at).await?,
            copy_of(&from, pa_id, at).await?
        );
        Ok(())
    })
}

#[test]
fn a_copy_has_no_answer_whose_time_is_over() -> TestResult {
    run(async {
        let (store, sample) = with_sample().await?;
        let pa_id = sample.application.pa_id;
        let find = store.read::<_, StoreError>(move |rows| rows.list_replays_of(pa_id));
        let end = find.await?.first().ok_or("no answer")?.expires_at;
        let before = Timestamp::from_microseconds(end.microseconds() - 1).ok_or("no time")?;
        assert_eq!(copy_of(&store, pa_id, before).await?.replays.len(), 2);
        assert_eq!(copy_of(&store, pa_id, end).await?.replays.len(), 0);
        Ok(())
    })
}

/// A store with one application, which has something of everything.
async fn with_sample() -> TestResult<(Arc<dyn Store>, Sample)> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let sample = Sample::add_full_to(&store).await?;
    Ok((store, sample))
}

async fn copy_of(
    store: &Arc<dyn Store>,
    pa_id: PaId,
    at: Timestamp,
) -> TestResult<ApplicationCopy> {
    let found = ApplicationCopy::find_in(store, pa_id, at).await?;
    Ok(found.ok_or("no application")?)
}

async fn counters(store: &Arc<dyn Store>) -> Result<Counters, StoreError> {
    store.read(|rows| rows.find_counters()).await
}
