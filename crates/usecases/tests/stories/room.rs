//! A storage that has no more room takes no file, whoever is faster; everything else goes on.

use bytes::Bytes;
use domain::PaId;
use domain::access::Caller;
use domain::attachment::AttachmentLimits;
use futures::{StreamExt as _, future, stream};
use testkit::{TestResult, run};
use usecases::{
    ApplicationError, ApplicationPorts, Applications, AttachmentError, Attachments, InternalError,
    RoomReport, StorageLimits, StorageRoom, WorkPools,
};

use crate::attaching::{attachments, named, nothing_is_loose, sized};
use crate::house::House;
use crate::made::AddFile as _;
use crate::storing::storage;

/// The house with these limits, an application that has the uploaded bytes of 18, and its
/// attachments.
async fn limited(limits: StorageLimits) -> TestResult<(House, PaId, Attachments)> {
    let mut house = House::new();
    let room = StorageRoom::new(storage(&house), limits);
    house.ports = ApplicationPorts {
        room,
        ..house.ports.clone()
    };
    let versions = house.versions.clone();
    house.applications = Applications::new(house.ports.clone(), versions, WorkPools::new(2, 4));
    let pa_id = house.upload("%PDF\nname=18 bytes").await?.pa_id;
    let attachments = attachments(&house, AttachmentLimits::default());
    Ok((house, pa_id, attachments))
}

fn with_total(bytes: u64) -> StorageLimits {
    StorageLimits {
        total_bytes_max: Some(bytes),
        ..StorageLimits::NONE
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
        let first = attachments.list(pa_id).await?.attachments[0].id;
        attachments.remove(pa_id, Caller::Master, first).await?;
        attachments.add_new(pa_id, announced(20)).await?;
        nothing_is_loose(&house, 6).await
    })
}

#[test]
fn a_file_that_does_not_say_how_large_it_is_needs_room_for_the_largest() -> TestResult {
    run(async {
        let largest = AttachmentLimits::default().file_bytes_max;
        let (house, pa_id, attachments) = limited(with_total(largest + 18)).await?;
        attachments.add_new(pa_id, sized(1)).await?;
        is_full(attachments.add_new(pa_id, sized(1)).await);
        attachments.add_new(pa_id, announced(1)).await?;
        nothing_is_loose(&house, 3).await
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
fn files_on_their_way_together_leave_the_floor_of_free_space_untouched() -> TestResult {
    run(async {
        let floor = StorageLimits {
            free_bytes_min: 50,
            ..StorageLimits::NONE
        };
        let (house, pa_id, attachments) = limited(floor).await?;
        house.bytes.set_capacity(18 + 100);
        // Of the first nothing has arrived when the second asks.
        let (sender, receiver) = futures::channel::mpsc::unbounded();
        let slow = usecases::NewFile {
            size_bytes_max: Some(30),
            ..named(receiver.boxed())
        };
        let both = async {
            let first = attachments.add_new(pa_id, slow);
            let second = async {
                while house.loose_count().await == 0 {
                    tokio::task::yield_now().await;
                }
                is_full(attachments.add_new(pa_id, announced(21)).await);
                let outcome = attachments.add_new(pa_id, announced(20)).await;
                let piece = stream::once(async { Ok(Bytes::from(vec![b'x'; 30])) });
                let sent = piece.map(Ok).forward(sender).await;
                outcome.map(|_| sent)
            };
            future::try_join(first, second).await
        };
        both.await?.1?;
        is_full(attachments.add_new(pa_id, announced(1)).await);
        let first = attachments.list(pa_id).await?.attachments[0].id;
        attachments.remove(pa_id, Caller::Master, first).await?;
        attachments.add_new(pa_id, announced(1)).await?;
        nothing_is_loose(&house, 3).await
    })
}

#[test]
fn the_report_of_room_follows_what_is_stored_put_aside_and_removed() -> TestResult {
    run(async {
        let (house, pa_id, attachments) = limited(StorageLimits::NONE).await?;
        let room = &house.ports.room;
        let reported = |stored_bytes, blobs_free_bytes| RoomReport {
            blobs_free_bytes,
            database_free_bytes: None,
            stored_bytes,
        };
        assert_eq!(room.report().await?, reported(18, None));
        house.bytes.set_capacity(118);
        attachments.add_new(pa_id, announced(20)).await?;
        assert_eq!(room.report().await?, reported(38, Some(80)));
        // Of 30 bytes none has arrived.
        let (sender, receiver) = futures::channel::mpsc::unbounded();
        let slow = usecases::NewFile {
            size_bytes_max: Some(30),
            ..named(receiver.boxed())
        };
        let report_meanwhile = async {
            while house.loose_count().await == 0 {
                tokio::task::yield_now().await;
            }
            let report = room.report().await;
            drop(sender);
            report
        };
        let (_, report) = future::join(attachments.add_new(pa_id, slow), report_meanwhile).await;
        assert_eq!(report?, reported(68, Some(80)));
        for attachment in attachments.list(pa_id).await?.attachments {
            let removing = attachments.remove(pa_id, Caller::Master, attachment.id);
            removing.await?;
        }
        assert_eq!(room.report().await?, reported(18, Some(100)));
        Ok(())
    })
}
