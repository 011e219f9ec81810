//! Whatever breaks between two steps: every blob is referenced by a row or listed as loose, and the
//! next sweep leaves only those that a row references.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use domain::BlobKey;
use domain::attachment::AttachmentLimits;
use ports::{
    BlobError, BlobStore, BlobSummary, ByteStream, Clock as _, KeyStream, Replay, StoreError,
};
use testkit::{FailurePoint, FixedClock, MemoryBlobStore, TestResult, run};
use usecases::{ApplicationError, Applications, InternalError, SweepReport, WorkPools};

use crate::attaching::{attachments, named, pieces, with_application};
use crate::house::{House, end_of_time};
use crate::made::AddFile as _;

#[test]
fn an_upload_that_breaks_off_anywhere_leaves_at_most_a_loose_key() -> TestResult {
    run(async {
        for failure in [FailurePoint::Before, FailurePoint::After] {
            // The look at the numbers, the loose key, the row.
            for step in 1..=3 {
                let house = House::new();
                house.store.fail_at(step, failure);
                let outcome = house.upload("%PDF\nname=Fest").await.err();
                assert!(matches!(
                    outcome,
                    Some(ApplicationError::Internal(InternalError::Unavailable(_)))
                ));
                // The last commit may have happened although nobody was told.
                let stored = usize::from(step == 3 && failure == FailurePoint::After);
                nothing_is_forgotten(&house, stored).await?;
            }
            let house = House::new();
            house.blobs.fail_at(1, failure);
            let outcome = house.upload("%PDF\nname=Fest").await.err();
            assert!(matches!(
                outcome,
                Some(ApplicationError::Internal(InternalError::Unavailable(_)))
            ));
            nothing_is_forgotten(&house, 0).await?;
        }
        Ok(())
    })
}

#[test]
fn a_removal_happens_whole_or_not_at_all() -> TestResult {
    run(async {
        for (failure, stored) in [(FailurePoint::Before, 1), (FailurePoint::After, 0)] {
            let house = House::new();
            let pa_id = house.uploaded().await?.pa_id;
            house.store.fail_at(1, failure);
            assert!(house.erase(pa_id).await.is_err());
            nothing_is_forgotten(&house, stored).await?;
        }
        Ok(())
    })
}

#[test]
fn an_upload_that_is_undone_with_others_leaves_nothing() -> TestResult {
    run(async {
        let house = House::new();
        // The look at the numbers, the loose key, the row.
        house.store.undo_at(3);
        let outcome = house.upload("%PDF\nname=Fest").await.err();
        assert!(matches!(
            outcome,
            Some(ApplicationError::Internal(InternalError::Undone(_)))
        ));
        assert_eq!(
            (house.blob_count().await, house.loose_count().await),
            (0, 0)
        );
        Ok(())
    })
}

#[test]
fn a_sweep_that_breaks_off_is_finished_by_the_next() -> TestResult {
    run(async {
        for failure in [FailurePoint::Before, FailurePoint::After] {
            let house = House::new();
            for _ in 0..3 {
                let pa_id = house.uploaded().await?.pa_id;
                house.blobs.fail_at(1, FailurePoint::Before);
                house.erase(pa_id).await?;
            }
            house.blobs.fail_at(2, failure);
            let swept = house.sweeper.sweep(end_of_time()).await?;
            assert_eq!(
                swept,
                SweepReport {
                    removed: 2,
                    failed: 1
                }
            );
            assert_eq!(house.loose_count().await, 1);
            house.store.fail_at(2, failure);
            assert!(house.sweeper.sweep(end_of_time()).await.is_err());
            nothing_is_forgotten(&house, 0).await?;
        }
        Ok(())
    })
}

#[test]
fn bytes_that_a_sweep_has_begun_to_erase_get_no_row_any_more() -> TestResult {
    run(async {
        let house = House::new();
        let stored = BlobKey::from_entropy([1; 16]);
        house.bytes.put(&stored, pieces(["x"])).await?;
        let (listed, now) = (stored.clone(), house.clock.now());
        let list = house
            .rows
            .write(move |rows| rows.add_loose_blob(&listed, now));
        let listed: Result<(), StoreError> = list.await;
        listed?;
        house.blobs.fail_at(1, FailurePoint::Before);
        assert_eq!(house.sweeper.sweep(end_of_time()).await?.failed, 1);
        let take = house.rows.write(move |rows| rows.take_loose_blob(&stored));
        let taken: Result<bool, StoreError> = take.await;
        assert!(!taken?);
        Ok(())
    })
}

#[test]
fn all_answers_whose_time_is_over_are_forgotten_at_once() -> TestResult {
    run(async {
        let house = House::new();
        let (pa_id, now) = (house.uploaded().await?.pa_id, house.clock.now());
        let keep = house.rows.write::<_, StoreError>(move |rows| {
            rows.lock(pa_id)?;
            for number in 0..=u8::MAX {
                rows.add_replay(&Replay {
                    scope_hash: [number; 32],
                    request_hash: [0; 32],
                    pa_id,
                    answer: b"sealed".to_vec(),
                    expires_at: now,
                })?;
            }
            Ok(())
        });
        keep.await?;
        assert_eq!(house.sweeper.forget_answers(now).await?, 256);
        Ok(())
    })
}

#[test]
fn an_upload_that_took_so_long_that_a_sweep_may_have_come_is_given_up() -> TestResult {
    run(async {
        let house = House::new();
        let slow = SlowBlobs {
            clock: house.clock.clone(),
            inner: house.bytes.clone(),
        };
        let mut ports = house.ports.clone();
        ports.storing.blobs = Arc::new(slow);
        let applications =
            Applications::new(ports, Arc::clone(&house.versions), WorkPools::new(1, 1)?);
        let form = house.form("%PDF\nname=Fest");
        let outcome = applications.upload(form, None).await.err();
        assert!(matches!(
            outcome,
            Some(ApplicationError::Internal(InternalError::Unavailable(_)))
        ));
        nothing_is_forgotten(&house, 0).await
    })
}

#[test]
fn bytes_that_a_store_stores_after_it_was_given_up_are_swept() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        house.blobs.fail_at(1, FailurePoint::Before);
        assert!(house.upload("%PDF\nname=Fest").await.is_err());
        house.blobs.fail_at(1, FailurePoint::Before);
        let file = named(pieces(["quote"]));
        let attached = attachments(&house, AttachmentLimits::default());
        assert!(attached.add_new(pa_id, file).await.is_err());
        let given_up = house
            .rows
            .read::<_, StoreError>(|rows| rows.list_loose_blobs(end_of_time(), 9));
        let given_up = given_up.await?;
        assert_eq!(given_up.len(), 2);
        for blob in given_up {
            house.bytes.put(&blob, pieces(["late"])).await?;
        }
        nothing_is_forgotten(&house, 1).await
    })
}

async fn nothing_is_forgotten(house: &House, stored: usize) -> TestResult {
    assert!(house.blob_count().await <= stored + house.loose_count().await);
    house.sweeper.sweep(end_of_time()).await?;
    assert_eq!(
        (house.blob_count().await, house.loose_count().await),
        (stored, 0)
    );
    Ok(())
}

/// Takes a second more than is allowed to store anything.
struct SlowBlobs {
    clock: Arc<FixedClock>,
    inner: MemoryBlobStore,
}

#[async_trait]
impl BlobStore for SlowBlobs {
    async fn put(&self, key: &BlobKey, bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let seconds = Applications::STORING_SECONDS_MAX + 1;
        self.clock.advance(Duration::from_secs(seconds));
        self.inner.put(key, bytes).await
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        self.inner.read(key, range).await
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        self.inner.remove(key).await
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        self.inner.list().await
    }

    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError> {
        self.inner.remove_unfinished(age_min).await
    }

    async fn check(&self) -> Result<(), BlobError> {
        self.inner.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        Ok(None)
    }
}
