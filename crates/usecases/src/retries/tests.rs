use std::sync::Arc;

use domain::{BlobKey, IdempotencyKey, PaId};
use forms::Value;
use ports::{Clock, Store, StoreError, Transaction};
use testkit::store_suite::Sample;
use testkit::{FixedClock, MemoryStore, TestResult, run};

use super::{Replayable, RequestContent, Retry, RetryPepper, StoredMembers, once};
use crate::ApplicationError;

struct Nothing;

impl Replayable for Nothing {
    fn members(&self) -> StoredMembers {
        StoredMembers::new(std::iter::empty::<(_, Value)>())
    }

    fn from_members(_: &StoredMembers) -> Option<Self> {
        Some(Self)
    }
}

#[test]
fn what_was_made_is_undone_where_the_same_request_was_answered_under_the_lock_before() -> TestResult
{
    run(async {
        let (store, clock, pa_id) = with_application().await?;
        let (request, blob) = (request()?, BlobKey::from_entropy([7; 16]));
        let (same, now, loose) = (Arc::clone(&request), clock.now(), blob.clone());
        // There is no answer at the first look, and one when the lock was waited for.
        let make = move |rows: &mut dyn Transaction| {
            rows.lock(pa_id)?.ok_or(ApplicationError::NotFound)?;
            same.0.keep(&same.1, rows, (pa_id, &Nothing), now)?;
            rows.add_loose_blob(&loose, now)?;
            Ok::<_, ApplicationError>((pa_id, Nothing))
        };
        let made = once(&store, &clock, Some(request), make).await?;
        assert!(made.is_repeated);
        let is_there = store.write::<_, StoreError>(move |rows| rows.take_loose_blob(&blob));
        assert!(!is_there.await?);
        Ok(())
    })
}

#[test]
fn an_answer_that_came_in_between_undoes_another_one_and_is_no_failure() -> TestResult {
    run(async {
        let (store, clock, pa_id) = with_application().await?;
        let (request, now) = (request()?, clock.now());
        let keep_twice = store.write(move |rows| {
            rows.lock(pa_id)?;
            let (retry, content) = &*request;
            retry.keep(content, rows, (pa_id, &Nothing), now)?;
            retry.keep(content, rows, (pa_id, &Nothing), now)
        });
        assert!(matches!(keep_twice.await, Err(StoreError::Undone(_))));
        Ok(())
    })
}

async fn with_application() -> TestResult<(Arc<dyn Store>, Arc<dyn Clock>, PaId)> {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let pa_id = Sample::add_to(&store).await?.application.pa_id;
    Ok((store, Arc::new(FixedClock::default()), pa_id))
}

fn request() -> TestResult<Arc<(Retry, RequestContent)>> {
    let key = IdempotencyKey::parse("a-key-of-sixteen").ok_or("it is one")?;
    let retry = Retry::new(RetryPepper::NONE, "/offers", None, key);
    Ok(Arc::new((retry, RequestContent::of([b"offer"]))))
}
