//! Attachments: what comes in goes out, and nothing passes a limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use domain::attachment::{AllowedTypes, AttachmentLimitError, AttachmentLimits};
use futures::{StreamExt as _, future, stream};
use ports::{BlobError, StoreError};
use testkit::{FailurePoint, TestResult, run};
use tokio::sync::{Barrier, Notify};
use usecases::{Applications, AttachmentError, ExpectedState, NewFile, WorkPools};

use crate::attaching::{
    attachments, has_no_application, is_not_found, named, nothing_is_forgotten, nothing_is_loose,
    offered_with, pieces, refusal, sized, text, with_application,
};
use crate::house::{client, end_of_time, id};
use crate::made::{AddFile as _, OpenFile as _, by_master};

/// Ten bytes a file, twenty together, three files.
const LIMITS: AttachmentLimits = AttachmentLimits {
    count_max: 3,
    file_bytes_max: 10,
    total_bytes_max: 20,
};

#[test]
fn a_file_comes_back_as_it_was_sent_whole_or_in_part() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, AttachmentLimits::default());
        let file = NewFile {
            client: client(),
            filename: "C:\\Angebote\\Angebot Müller & Söhne.pdf".into(),
            content_type: Some("pdf".into()),
            size_bytes_max: Some(14),
            bytes: pieces(["%P", "", "DF-1.7", " quote"]),
        };
        let added = attachments.add_new(pa_id, file).await?;
        assert_eq!(added.file.filename, "Angebot Müller & Söhne.pdf");
        assert_eq!(added.file.content_type, "application/pdf");
        assert_eq!(
            (added.file.size_bytes, added.created_at),
            (14, house.ports.storing.clock.now())
        );
        for (range, expected) in [(None, "%PDF-1.7 quote"), (Some(9..99), "quote")] {
            let (attachment, bytes) = attachments.open(pa_id, added.id, range).await?;
            assert_eq!(
                (attachment, text(bytes).await?.as_str()),
                (added.clone(), expected)
            );
        }
        assert_eq!(house.files(pa_id).await?, [added]);
        nothing_is_forgotten(&house, 2).await
    })
}

#[test]
fn each_limit_takes_what_reaches_it_and_refuses_a_byte_more() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        let add = async |size: usize| refusal(attachments.add_new(pa_id, sized(size)).await);
        assert_eq!(add(0).await?, Some(AttachmentLimitError::Empty));
        let too_large = AttachmentLimitError::FileTooLarge { file_bytes_max: 10 };
        assert_eq!(add(11).await?, Some(too_large));
        assert_eq!(add(10).await?, None);
        assert_eq!(add(9).await?, None);
        let total = AttachmentLimitError::TotalTooLarge {
            total_bytes_max: 20,
        };
        assert_eq!(add(2).await?, Some(total));
        assert_eq!(add(1).await?, None);
        let too_many = AttachmentLimitError::TooMany { count_max: 3 };
        assert_eq!(add(1).await?, Some(too_many));
        assert_eq!(
            house.loose_count().await,
            0,
            "what was refused is gone at once"
        );
        nothing_is_forgotten(&house, 4).await
    })
}

#[test]
fn a_transfer_ends_as_soon_as_a_limit_is_passed() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        let sent = Arc::new(AtomicUsize::new(0));
        let refused = refusal(attachments.add_new(pa_id, fours(4, &sent)).await)?;
        let too_large = AttachmentLimitError::FileTooLarge { file_bytes_max: 10 };
        assert_eq!((refused, sent.load(Ordering::SeqCst)), (Some(too_large), 3));
        let clock = Arc::clone(&house.clock);
        let slow = stream::repeat_with(move || {
            clock.advance(Duration::from_secs(50));
            Ok(Bytes::from_static(b"x"))
        });
        // However long the bytes take, their key is never older than a sweep may take.
        let added = attachments
            .add_new(pa_id, named(slow.take(9).boxed()))
            .await?;
        assert_eq!(added.file.size_bytes, 9);
        nothing_is_forgotten(&house, 2).await
    })
}

#[test]
fn a_transfer_ends_as_soon_as_all_files_together_are_too_large() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        for size in [10, 5] {
            attachments.add_new(pa_id, sized(size)).await?;
        }
        let sent = Arc::new(AtomicUsize::new(0));
        let refused = refusal(attachments.add_new(pa_id, fours(9, &sent)).await)?;
        let total = AttachmentLimitError::TotalTooLarge {
            total_bytes_max: 20,
        };
        assert_eq!((refused, sent.load(Ordering::SeqCst)), (Some(total), 2));
        nothing_is_loose(&house, 3).await
    })
}

#[test]
fn a_file_of_another_type_is_refused_by_its_first_bytes_and_a_short_one_at_its_end() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let pdfs = AllowedTypes::only(vec!["application/pdf"]);
        let attachments = attachments(&house, AttachmentLimits::default()).allowing(pdfs);
        let is_refused = async |file: NewFile| {
            let added = attachments.add_new(pa_id, file).await;
            matches!(added, Err(AttachmentError::TypeNotAllowed(_)))
        };
        let sent = Arc::new(AtomicUsize::new(0));
        assert!(is_refused(fours(9, &sent)).await);
        assert_eq!(
            sent.load(Ordering::SeqCst),
            4,
            "sixteen bytes tell the type"
        );
        assert!(is_refused(named(pieces(["four"]))).await);
        attachments
            .add_new(pa_id, named(pieces(["%PDF-1.7"])))
            .await?;
        nothing_is_loose(&house, 2).await
    })
}

/// A file of so many pieces of four bytes, which counts those that were asked for.
fn fours(pieces: usize, sent: &Arc<AtomicUsize>) -> NewFile {
    let sending = Arc::clone(sent);
    let counted = stream::repeat_with(move || {
        sending.fetch_add(1, Ordering::SeqCst);
        Ok(Bytes::from_static(b"four"))
    });
    named(counted.take(pieces).boxed())
}

#[test]
fn bytes_that_a_sweep_may_have_taken_get_no_row() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        let swept = Arc::clone(&house.rows);
        let sweeping = stream::once(async move {
            let sweep = swept.write(|rows| {
                let loose = rows.list_loose_blobs(end_of_time(), 9)?;
                loose
                    .iter()
                    .try_for_each(|blob| rows.remove_loose_blob(blob).map(drop))
            });
            let swept: Result<(), StoreError> = sweep.await;
            swept.map_err(|error| BlobError::Failed(error.into()))?;
            Ok(Bytes::from_static(b"x"))
        });
        let refused = attachments.add_new(pa_id, named(sweeping.boxed())).await;
        assert!(matches!(refused, Err(AttachmentError::TookTooLong)));
        nothing_is_forgotten(&house, 1).await
    })
}

#[test]
fn a_sender_that_breaks_off_leaves_nothing() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        let gone = || Err(BlobError::Interrupted("gone".into()));
        let broken = stream::iter([Ok(Bytes::from_static(b"half")), gone()]).boxed();
        let refused = attachments.add_new(pa_id, named(broken)).await;
        assert!(matches!(refused, Err(AttachmentError::Interrupted(_))));
        assert_eq!(house.loose_count().await, 0);
        let half_is_sent = Arc::new(Notify::new());
        let sent = Arc::clone(&half_is_sent);
        let half = stream::iter([Ok(Bytes::from_static(b"half"))]);
        let silence = stream::poll_fn(move |_| {
            sent.notify_one();
            Poll::Pending
        });
        let abandoned = attachments.add_new(pa_id, named(half.chain(silence).boxed()));
        tokio::select! {
            added = abandoned => panic!("without its end: {}", added.is_ok()),
            () = half_is_sent.notified() => {}
        }
        house.settled().await;
        nothing_is_loose(&house, 1).await
    })
}

#[test]
fn of_forty_that_send_at_once_five_find_the_last_places() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, AttachmentLimits::default());
        for _ in 0..25 {
            attachments.add_new(pa_id, sized(1)).await?;
        }
        let all_have_begun = Arc::new(Barrier::new(40));
        let adding = (0..40).map(|_| {
            let all_have_begun = Arc::clone(&all_have_begun);
            let late = stream::once(async move {
                all_have_begun.wait().await;
                Ok(Bytes::from_static(b"x"))
            });
            attachments.add_new(pa_id, named(late.boxed()))
        });
        let outcomes = future::join_all(adding).await;
        let added = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!(added, 5);
        let too_many = AttachmentLimitError::TooMany { count_max: 30 };
        for outcome in outcomes.into_iter().filter(Result::is_err) {
            assert_eq!(refusal(outcome)?, Some(too_many));
        }
        assert_eq!(house.files(pa_id).await?.len(), 30);
        nothing_is_loose(&house, 31).await
    })
}

#[test]
fn whatever_breaks_between_two_steps_no_bytes_are_forgotten() -> TestResult {
    run(async {
        for failure in [FailurePoint::Before, FailurePoint::After] {
            for step in 1..=2 {
                let (house, pa_id) = with_application().await?;
                let attachments = attachments(&house, LIMITS);
                house.store.fail_at(step, failure);
                let broken = attachments.add_new(pa_id, sized(5)).await;
                assert!(matches!(broken, Err(AttachmentError::Internal(_))));
                // The last commit may have happened although nobody was told.
                let stored = usize::from(step == 2 && failure == FailurePoint::After);
                assert_eq!(house.files(pa_id).await?.len(), stored);
                nothing_is_forgotten(&house, 1 + stored).await?;
            }
            let (house, pa_id) = with_application().await?;
            let attachments = attachments(&house, LIMITS);
            house.blobs.fail_at(1, failure);
            let broken = attachments.add_new(pa_id, sized(5)).await;
            assert!(matches!(broken, Err(AttachmentError::Internal(_))));
            nothing_is_forgotten(&house, 1).await?;
        }
        Ok(())
    })
}

#[test]
fn a_removed_attachment_is_gone_and_offers_name_it_no_more() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        let added = attachments.add_new(pa_id, sized(5)).await?.id;
        let position = offered_with(&house, pa_id, added).await?;
        let (_, under_way) = attachments.open(pa_id, added, None).await?;
        house.blobs.fail_at(1, FailurePoint::Before);
        attachments.remove(by_master(pa_id), added).await?;
        assert_eq!(house.loose_count().await, 1, "listed for the sweeper");
        let offers = house
            .rows
            .read(move |rows| rows.find_position(pa_id, position));
        let offers = offers.await.map(|position| position.offers)?;
        assert_eq!(
            offers
                .iter()
                .map(|offer| offer.content.attachment)
                .collect::<Vec<_>>(),
            [None]
        );
        assert_eq!(text(under_way).await?, "xxxxx");
        is_not_found(attachments.open(pa_id, added, None).await.err());
        is_not_found(attachments.remove(by_master(pa_id), added).await.err());
        nothing_is_forgotten(&house, 1).await
    })
}

#[test]
fn attachments_of_other_applications_are_not_found() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let other = house.uploaded().await?.pa_id;
        let attachments = attachments(&house, LIMITS);
        let added = attachments.add_new(pa_id, sized(5)).await?.id;
        is_not_found(attachments.find(other, added).await.err());
        is_not_found(attachments.open(other, added, None).await.err());
        is_not_found(attachments.remove(by_master(other), added).await.err());
        assert_eq!(house.files(other).await?, []);
        let none = id("26-9999");
        has_no_application(attachments.add_new(none, sized(5)).await.err());
        let removed = attachments.remove(by_master(none), added).await;
        has_no_application(removed.err());
        attachments.find(pa_id, added).await?;
        nothing_is_forgotten(&house, 3).await
    })
}

#[test]
fn an_application_that_is_removed_meanwhile_takes_no_attachment() -> TestResult {
    run(async {
        let (house, pa_id) = with_application().await?;
        let attachments = attachments(&house, LIMITS);
        let removing = Applications::new(
            house.ports.clone(),
            Arc::clone(&house.versions),
            WorkPools::new(1, 1)?,
        );
        let late = stream::once(async move {
            let removed = removing.remove(pa_id, ExpectedState::Any).await;
            removed.map_err(|error| BlobError::Failed(error.into()))?;
            Ok(Bytes::from_static(b"x"))
        });
        has_no_application(attachments.add_new(pa_id, named(late.boxed())).await.err());
        nothing_is_forgotten(&house, 0).await
    })
}
