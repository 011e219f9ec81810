//! A storage that has no more room takes no file, whoever is faster; everything else goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use domain::attachment::AttachmentLimits;
use domain::{AttachmentId, PaId};
use forms::Value;
use futures::channel::oneshot;
use futures::{StreamExt as _, future, stream};
use ports::{AccessMode, Store, StoreError, Work};
use testkit::{MemoryBlobStore, MemoryStore, TestResult, run};
use usecases::{
    ApplicationError, Applications, AttachmentError, Attachments, ExpectedState, InternalError,
    RoomReport, StorageLimits, StorageRoom, WorkPools,
};

use crate::attaching::{attachments, named, nothing_is_loose, sized};
use crate::house::{House, client, patch};
use crate::made::AddFile as _;
use crate::made::{by_holder, by_master};
use crate::storing::storage;

/// The house with these limits, an application that has the uploaded bytes of 18, and its
/// attachments.
async fn limited(limits: StorageLimits) -> TestResult<(House, PaId, Attachments)> {
    limited_in(House::new(), limits).await
}

async fn limited_in(
    mut house: House,
    limits: StorageLimits,
) -> TestResult<(House, PaId, Attachments)> {
    house.ports.storing.room = StorageRoom::new(storage(&house), limits);
    let versions = house.versions.clone();
    house.applications = Applications::new(house.ports.clone(), versions, WorkPools::new(2, 4)?);
    let pa_id = house.upload("%PDF\nname=18 bytes").await?.pa_id;
    let attachments = attachments(&house, AttachmentLimits::default());
    Ok((house, pa_id, attachments))
}

/// So many bytes stay free.
const FLOOR: StorageLimits = StorageLimits {
    free_bytes_min: 50,
    total_bytes_max: None,
};

fn with_total(bytes: u64) -> StorageLimits {
    StorageLimits {
        free_bytes_min: 0,
        total_bytes_max: Some(bytes),
    }
}

/// A file of so many bytes, which says so.
fn announced(size: usize) -> usecases::NewFile {
    usecases::NewFile {
        size_bytes_max: u64::try_from(size).ok(),
        ..sized(size)
    }
}

fn is_full<T>(outcome: Result<T, AttachmentError>) {
    let refused = outcome.err();
    assert!(
        matches!(
            refused,
            Some(AttachmentError::Internal(InternalError::StorageFull(_)))
        ),
        "{refused:?}"
    );
}

/// The refusal may rest on what another work in the same commit had changed, and that is undone.
#[test]
fn a_refusal_whose_commit_found_no_room_is_not_answered() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(StorageLimits::default()).await?;
        let unknown = AttachmentId(7);
        house.store.fill_disk_at(1);
        is_full(attachments.remove(by_master(pa_id), unknown).await);
        let refused = attachments.remove(by_master(pa_id), unknown).await;
        assert!(matches!(refused, Err(AttachmentError::NotFound)));
        Ok(())
    })
}

#[test]
fn the_bound_on_all_bytes_is_reached_and_never_passed_by_many_at_once() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(with_total(118)).await?;
        let adding = (0..40).map(|_| attachments.add_new(pa_id, announced(20)));
        let outcomes = future::join_all(adding).await;
        assert_eq!(outcomes.iter().filter(|added| added.is_ok()).count(), 5);
        outcomes
            .into_iter()
            .filter(Result::is_err)
            .for_each(is_full);
        nothing_is_loose(&house, 6).await?;
        let upload = house.upload("%PDF\nname=x").await.err();
        assert!(matches!(
            upload,
            Some(ApplicationError::Internal(InternalError::StorageFull(_)))
        ));
        nothing_is_loose(&house, 6).await?;
        let first = house.files(pa_id).await?[0].id;
        attachments.remove(by_master(pa_id), first).await?;
        attachments.add_new(pa_id, announced(20)).await?;
        nothing_is_loose(&house, 6).await
    })
}

#[test]
fn check_refuses_a_storage_that_takes_no_file() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.upload("%PDF\nname=18 bytes").await?.pa_id;
        assert_eq!(house.applications.find(pa_id).await?.pa_id, pa_id);
        let room = |limits| StorageRoom::new(storage(&house), limits);
        assert_eq!(room(with_total(19)).check().await?.stored_bytes, 18);
        let full = room(with_total(18)).check().await;
        assert!(matches!(full, Err(InternalError::StorageFull(_))));
        Ok(())
    })
}

/// Room is put aside in pieces of so many bytes.
const STEP: u64 = 1_048_576;

#[test]
fn a_file_that_does_not_say_how_large_it_is_needs_room_for_a_piece_more() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(with_total(STEP + 18)).await?;
        attachments.add_new(pa_id, sized(1)).await?;
        is_full(attachments.add_new(pa_id, sized(1)).await);
        attachments.add_new(pa_id, announced(1)).await?;
        nothing_is_loose(&house, 3).await
    })
}

#[test]
fn a_file_that_found_no_room_for_a_piece_more_takes_none_from_the_next() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(FLOOR).await?;
        house.bytes.set_capacity(18 + 50 + STEP - 1);
        is_full(attachments.add_new(pa_id, sized(1)).await);
        let most = usize::try_from(STEP - 1)?;
        attachments.add_new(pa_id, announced(most)).await?;
        nothing_is_loose(&house, 2).await
    })
}

/// A file that says it has so many bytes. When as many as that have arrived its second piece is
/// asked for; it comes when it is let go on.
struct Halting {
    file: usecases::NewFile,
    halts: oneshot::Receiver<()>,
    go_on: oneshot::Sender<()>,
}

fn halting(announced: u64, first: usize, second: usize) -> Halting {
    let (halted, halts) = oneshot::channel();
    let (go_on, gone_on) = oneshot::channel();
    let piece = |size| Ok(Bytes::from(vec![b'x'; size]));
    let rest = async move {
        let _ = halted.send(());
        gone_on.await.map_or(Ok(Bytes::new()), |()| piece(second))
    };
    // A piece of nothing is none of the file.
    let first = stream::iter((first > 0).then(|| piece(first)));
    let file = usecases::NewFile {
        size_bytes_max: Some(announced),
        ..named(first.chain(stream::once(rest)).boxed())
    };
    Halting { file, halts, go_on }
}

#[test]
fn what_is_only_announced_takes_room_from_nobody() -> TestResult {
    run(async {
        let both = StorageLimits {
            total_bytes_max: Some(118),
            ..FLOOR
        };
        let (house, pa_id, attachments) = limited(both).await?;
        house.bytes.set_capacity(18 + 150);
        let slow = halting(100, 0, 60);
        let other = async {
            slow.halts.await.unwrap();
            assert_eq!(house.ports.storing.room.report().await?.stored_bytes, 18);
            attachments.add_new(pa_id, announced(100)).await?;
            slow.go_on.send(()).unwrap();
            TestResult::Ok(())
        };
        let (slow, other) = future::join(attachments.add_new(pa_id, slow.file), other).await;
        other?;
        is_full(slow);
        nothing_is_loose(&house, 2).await
    })
}

#[test]
fn room_is_put_aside_as_bytes_arrive() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(with_total(4 * STEP)).await?;
        let step = usize::try_from(STEP)?;
        let slow = halting(3 * STEP, step + 1, step);
        let meanwhile = async {
            slow.halts.await.unwrap();
            let put_aside = house.ports.storing.room.report().await?.stored_bytes;
            is_full(attachments.add_new(pa_id, announced(2 * step)).await);
            slow.go_on.send(()).unwrap();
            TestResult::Ok(put_aside)
        };
        let (slow, meanwhile) =
            future::join(attachments.add_new(pa_id, slow.file), meanwhile).await;
        assert_eq!(meanwhile?, 18 + 2 * STEP);
        assert_eq!(slow?.file.size_bytes, 2 * STEP + 1);
        assert_eq!(
            house.ports.storing.room.report().await?.stored_bytes,
            18 + 2 * STEP + 1
        );
        nothing_is_loose(&house, 2).await
    })
}

#[test]
fn a_file_that_is_larger_than_it_said_is_not_taken() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(with_total(1_000)).await?;
        let file = usecases::NewFile {
            size_bytes_max: Some(9),
            ..sized(10)
        };
        let refused = attachments.add_new(pa_id, file).await;
        assert!(matches!(refused, Err(AttachmentError::Interrupted(_))));
        nothing_is_loose(&house, 1).await
    })
}

#[test]
fn a_file_that_announces_more_than_there_is_room_for_is_refused_before_it_is_sent() -> TestResult {
    run(async {
        for (limits, capacity, announced) in [(FLOOR, 18 + 100, 51), (with_total(118), 1_000, 101)]
        {
            let (house, pa_id, attachments) = limited(limits).await?;
            house.bytes.set_capacity(capacity);
            let asked = stream::poll_fn(|_| panic!("it was asked for"));
            let unsent = usecases::NewFile {
                size_bytes_max: Some(announced),
                ..named(asked.boxed())
            };
            is_full(attachments.add_new(pa_id, unsent).await);
            nothing_is_loose(&house, 1).await?;
        }
        Ok(())
    })
}

#[test]
fn files_on_their_way_together_leave_the_floor_of_free_space_untouched() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(FLOOR).await?;
        house.bytes.set_capacity(18 + 100);
        // Of the first one byte has arrived when the second asks.
        let slow = halting(30, 1, 29);
        let both = async {
            let first = attachments.add_new(pa_id, slow.file);
            let second = async {
                slow.halts.await.unwrap();
                is_full(attachments.add_new(pa_id, announced(22)).await);
                let outcome = attachments.add_new(pa_id, announced(20)).await;
                slow.go_on.send(()).unwrap();
                outcome
            };
            future::try_join(first, second).await
        };
        both.await?;
        is_full(attachments.add_new(pa_id, announced(1)).await);
        let first = house.files(pa_id).await?[0].id;
        attachments.remove(by_master(pa_id), first).await?;
        attachments.add_new(pa_id, announced(1)).await?;
        nothing_is_loose(&house, 3).await
    })
}

/// A store on a disk of which so many bytes are free.
struct StoreOnDisk {
    rows: MemoryStore,
    free_bytes: Arc<AtomicU64>,
}

#[async_trait]
impl Store for StoreOnDisk {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        self.rows.run(access, work).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.rows.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        Ok(Some(self.free_bytes.load(Ordering::SeqCst)))
    }
}

fn house_on_disk(free_bytes: &Arc<AtomicU64>) -> House {
    let rows = StoreOnDisk {
        rows: MemoryStore::default(),
        free_bytes: Arc::clone(free_bytes),
    };
    House::on(Arc::new(rows), MemoryBlobStore::default(), "sample_form")
}

#[test]
fn below_half_of_the_floor_only_small_changes_are_taken() -> TestResult {
    run(async {
        let free_bytes = Arc::new(AtomicU64::new(50));
        let (house, pa_id, _) = limited_in(house_on_disk(&free_bytes), FLOOR).await?;
        let change = async |characters: usize| {
            let others = (0..characters / 10_000).map(|number| {
                let text = Value::text("x".repeat(10_000));
                (format!("frei {number}"), text)
            });
            let patch = patch([("otherFields", Value::Object(others.collect()))]);
            let (access, any) = (by_holder(pa_id), ExpectedState::Any);
            let changed = house.applications.change(client(), access, any, patch);
            changed.await
        };
        for (free, large_is_taken) in [(49, true), (25, true), (24, false), (0, false)] {
            free_bytes.store(free, Ordering::SeqCst);
            change(60_000).await?;
            match change(70_000).await {
                Ok(_) => assert!(large_is_taken, "{free}"),
                Err(ApplicationError::Internal(InternalError::StorageFull(_))) => {
                    assert!(!large_is_taken, "{free}");
                }
                Err(other) => return Err(other.into()),
            }
        }
        Ok(())
    })
}

#[test]
fn the_disk_of_the_database_keeps_the_floor_free_too_and_files_take_no_room_there() -> TestResult {
    run(async {
        let free_bytes = Arc::new(AtomicU64::new(50));
        let (_, pa_id, attachments) = limited_in(house_on_disk(&free_bytes), FLOOR).await?;
        attachments.add_new(pa_id, announced(1_000)).await?;
        free_bytes.store(49, Ordering::SeqCst);
        is_full(attachments.add_new(pa_id, announced(1)).await);
        free_bytes.store(50, Ordering::SeqCst);
        attachments.add_new(pa_id, announced(1)).await?;
        Ok(())
    })
}

#[test]
fn the_report_of_room_follows_what_is_stored_and_removed() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(StorageLimits::default()).await?;
        let room = &house.ports.storing.room;
        let reported = |stored_bytes, blobs_free_bytes| RoomReport {
            blobs_free_bytes,
            database_free_bytes: None,
            stored_bytes,
        };
        assert_eq!(room.report().await?, reported(18, None));
        house.bytes.set_capacity(118);
        attachments.add_new(pa_id, announced(20)).await?;
        assert_eq!(room.report().await?, reported(38, Some(80)));
        for attachment in house.files(pa_id).await? {
            let removing = attachments.remove(by_master(pa_id), attachment.id);
            removing.await?;
        }
        assert_eq!(room.report().await?, reported(18, Some(100)));
        Ok(())
    })
}
