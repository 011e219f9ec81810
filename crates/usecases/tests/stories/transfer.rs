//! Everything copied from one storage to another: cut anywhere, run again, and what is damaged or
//! erased meanwhile.

use std::sync::Arc;

use domain::Timestamp;
use ports::{BlobStore as _, Counters, Store, StoreError};
use testkit::{FailurePoint, FixedClock, MemoryStore, TestResult, run};
use usecases::{
    BlobRole, ExpectedState, Snapshot, Storage, StorageFault, SurveyReport, Transfer,
    TransferPorts, TransferReport,
};

use crate::attaching::{attachments, named, pieces};
use crate::house::{House, client, patch};
use crate::made::AddFile as _;
use crate::made::by_master;
use crate::storing::{
    Furnished, Listener, damage, empty_house, furnished, is_sound, sound_storage, storage,
    transfer, verified,
};

#[test]
fn everything_arrives_as_it_was_and_is_counted_on() -> TestResult {
    run(async {
        let Furnished { house, .. } = furnished().await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let copying = transfer(&house, &target, &listener);
        let done = copying.run().await?;
        assert!(Storage::unfinished_copy(&target.rows).await?.is_some());
        let expected = TransferReport {
            copied: 3,
            blobs: 5,
            bytes: 3 * 20 + 10 + 11,
            ..TransferReport::default()
        };
        assert_eq!(done, expected);
        assert_eq!((copying.compare().await?, listener.heard()), (0, vec![]));
        is_sound(&target).await?;
        assert_eq!(target.loose_count().await, 0);
        let counted = counters(&house).await?;
        assert_eq!(counters(&target).await?, counted);
        assert_eq!(target.uploaded().await?.pa_id.number(), 5);
        let again = copying.run().await?;
        assert_eq!((again.unchanged, again.copied, again.blobs), (3, 0, 0));
        copying.end().await?;
        assert_eq!(Storage::unfinished_copy(&target.rows).await?, None);
        Ok(())
    })
}

async fn counters(house: &House) -> Result<Counters, StoreError> {
    house.rows.read(|rows| rows.find_counters()).await
}

#[test]
fn a_transfer_that_is_cut_at_its_first_bytes_gives_no_number_again() -> TestResult {
    run(async {
        let Furnished { house, .. } = furnished().await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        target.blobs.fail_at(1, FailurePoint::Before);
        assert!(transfer(&house, &target, &listener).run().await.is_err());
        assert_eq!(counters(&target).await?, counters(&house).await?);
        Ok(())
    })
}

#[test]
fn a_transfer_that_is_cut_anywhere_leaves_a_sound_target_and_goes_on() -> TestResult {
    run(async {
        for failure in [FailurePoint::Before, FailurePoint::After] {
            for of_rows in [true, false] {
                let mut cuts = 0;
                while cut_and_resume(failure, of_rows, cuts + 1).await? {
                    cuts += 1;
                }
                assert!(cuts >= 5, "{cuts}");
            }
        }
        Ok(())
    })
}

/// Whether there was anything left to cut.
async fn cut_and_resume(failure: FailurePoint, of_rows: bool, nth: usize) -> TestResult<bool> {
    let Furnished { house, .. } = furnished().await?;
    let (target, listener) = (empty_house(), Arc::new(Listener::default()));
    if of_rows {
        target.store.fail_at(nth, failure);
    } else {
        target.blobs.fail_at(nth, failure);
    }
    let copying = transfer(&house, &target, &listener);
    let was_cut = copying.run().await.is_err();
    assert_eq!(target.store.under_way(), 0);
    is_sound(&target).await?;
    if !was_cut {
        return Ok(false);
    }
    let is_known = Storage::unfinished_copy(&target.rows).await?.is_some();
    assert!(is_known || sound_storage(&target).is_empty().await?);
    copying.run().await?;
    assert_eq!((copying.compare().await?, listener.heard()), (0, vec![]));
    is_sound(&target).await?;
    assert_eq!(
        (target.blob_count().await, target.loose_count().await),
        (5, 0)
    );
    Ok(true)
}

#[test]
fn what_has_changed_since_is_brought_over_and_what_was_erased_is_erased() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            attachments: attached,
        } = furnished().await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let copying = transfer(&house, &target, &listener);
        copying.run().await?;
        let [first, second, third] = [0, 1, 2].map(|index| applications[index].pa_id);
        let files = attachments(&house, Default::default());
        files.remove(by_master(first), attached[1].id).await?;
        files.add_new(first, named(pieces(["new"]))).await?;
        let name = patch([("name", forms::Value::Text("Neu".into()))]);
        house
            .applications
            .change(client(), by_master(second), ExpectedState::Any, name)
            .await?;
        house.erase(third).await?;
        let survey = copying.survey().await?;
        let expected = SurveyReport {
            absent_at_source: vec![third],
            not_a_copy: vec![],
        };
        assert_eq!(survey, expected);
        assert_eq!(copying.erase_absent(&survey).await?, 1);
        let done = copying.run().await?;
        assert_eq!((done.copied, done.unchanged, done.blobs), (2, 0, 1));
        assert_eq!((copying.compare().await?, listener.heard()), (0, vec![]));
        is_sound(&target).await?;
        assert_eq!(
            (target.blob_count().await, target.loose_count().await),
            (4, 0)
        );
        Ok(())
    })
}

#[test]
fn a_target_that_is_in_use_is_told_from_a_copy() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let copying = transfer(&house, &target, &listener);
        copying.run().await?;
        let changed = applications[1].pa_id;
        let name = patch([("name", forms::Value::Text("Hier".into()))]);
        target
            .applications
            .change(client(), by_master(changed), ExpectedState::Any, name)
            .await?;
        let added = target.uploaded().await?.pa_id;
        let survey = copying.survey().await?;
        assert_eq!(survey.not_a_copy, [changed, added]);
        assert_eq!(survey.absent_at_source, []);
        // It differs in what happened here, and has what is not there.
        assert_eq!(copying.compare().await?, 2);
        let stranger = empty_house();
        stranger.upload("%PDF\nname=Fremd").await?;
        let survey = transfer(&house, &stranger, &listener).survey().await?;
        assert_eq!(survey.not_a_copy, [applications[0].pa_id]);
        Ok(())
    })
}

#[test]
fn a_backup_shows_one_moment_without_what_was_erased_since() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            attachments: attached,
        } = furnished().await?;
        let listener = Arc::new(Listener::default());
        let rows: Arc<dyn Store> = Arc::new(MemoryStore::default());
        let now = Timestamp::from_microseconds(0).ok_or("no time")?;
        let live = storage(&house).store;
        Snapshot::take(&live, &rows, now, listener.as_ref()).await?;
        let [first, second, third] = [0, 1, 2].map(|index| applications[index].pa_id);
        attachments(&house, Default::default())
            .remove(by_master(first), attached[0].id)
            .await?;
        house.erase(second).await?;
        let name = patch([("name", forms::Value::Text("Später".into()))]);
        house
            .applications
            .change(client(), by_master(third), ExpectedState::Any, name)
            .await?;
        house.uploaded().await?;
        let target = empty_house();
        let copying = Transfer::new(TransferPorts {
            from: Storage {
                store: rows,
                blobs: storage(&house).blobs,
            },
            live,
            to: sound_storage(&target),
            clock: Arc::new(FixedClock::default()),
            watcher: listener.clone(),
        });
        let done = copying.run().await?;
        assert_eq!((done.copied, done.faults), (2, 0));
        is_sound(&target).await?;
        let found = target.rows.read(move |rows| {
            let offers = rows.list_positions(first)?;
            Ok::<_, StoreError>((
                rows.list_attachments(first)?,
                offers
                    .into_values()
                    .flat_map(|position| position.offers)
                    .collect::<Vec<_>>(),
                rows.find_application(second)?,
                rows.find_application(third)?,
            ))
        });
        let (kept, offers, erased, unchanged) = found.await?;
        assert_eq!(kept, [attached[1].clone()]);
        assert_eq!(offers[0].content.attachment, None);
        assert_eq!(erased, None);
        assert_eq!(unchanged, Some(applications[2].clone()));
        assert_eq!(target.uploaded().await?.pa_id.number(), 5);
        Ok(())
    })
}

#[test]
fn damaged_bytes_are_named_and_the_rest_is_copied() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            attachments: attached,
        } = furnished().await?;
        damage(&house, &attached[0].file.blob).await?;
        damage(&house, &applications[1].original).await?;
        house.bytes.remove(&applications[2].original).await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let done = transfer(&house, &target, &listener).run().await?;
        assert_eq!((done.copied, done.faults), (3, 3));
        let [first, second, third] = [0, 1, 2].map(|index| applications[index].pa_id);
        let faults = listener.heard();
        for fault in [
            StorageFault::BytesChanged {
                pa_id: first,
                part: BlobRole::Attachment(attached[0].id),
            },
            StorageFault::BytesChanged {
                pa_id: second,
                part: BlobRole::Original,
            },
            StorageFault::BytesMissing {
                pa_id: third,
                part: BlobRole::Original,
            },
        ] {
            assert!(faults.contains(&fault), "{fault}: {faults:?}");
        }
        let missing = [second, third].map(|pa_id| StorageFault::BytesMissing {
            pa_id,
            part: BlobRole::Original,
        });
        // Several are looked at side by side, so they are named in any order.
        let named = verified(&target).await?.1;
        assert_eq!(named.len(), missing.len(), "{named:?}");
        assert!(
            missing.iter().all(|fault| named.contains(fault)),
            "{named:?}"
        );
        assert_eq!(
            (target.blob_count().await, target.loose_count().await),
            (2, 0)
        );
        Ok(())
    })
}

/// As rows that somebody changed by hand, where only the database of the source takes them.
#[test]
fn an_application_that_the_target_does_not_take_is_named_and_the_rest_is_copied() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let target = House::new();
        let mut last = target.uploaded().await?.pa_id;
        while last.number() < 9 {
            target.erase(last).await?;
            last = target.uploaded().await?.pa_id;
        }
        // Has the id of the first attachment at the source.
        attachments(&target, Default::default())
            .add_new(last, named(pieces(["x"])))
            .await?;
        let listener = Arc::new(Listener::default());
        let done = transfer(&house, &target, &listener).run().await?;
        assert_eq!((done.copied, done.faults), (2, 1));
        let pa_id = applications[0].pa_id;
        assert_eq!(listener.heard(), [StorageFault::RowsNotTaken { pa_id }]);
        assert_eq!(target.loose_count().await, 0);
        is_sound(&target).await
    })
}

/// The rows of an application are worth more than its file: key, history and answers stay.
#[test]
fn an_application_without_its_original_is_copied_and_gets_it_when_it_is_found() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let (pa_id, original) = (applications[0].pa_id, applications[0].original.clone());
        let bytes = pieces([crate::house::UPLOADED]);
        damage(&house, &original).await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        let copying = transfer(&house, &target, &listener);
        assert_eq!(copying.run().await?.copied, 3);
        assert_eq!(copying.compare().await?, 0, "every row is as it was");
        let missing = vec![StorageFault::BytesMissing {
            pa_id,
            part: BlobRole::Original,
        }];
        assert_eq!(verified(&target).await?.1, missing);
        let again = copying.run().await?;
        assert_eq!((again.copied, again.unchanged, again.faults), (1, 2, 1));
        assert_eq!(verified(&target).await?.1, missing);
        house.bytes.remove(&original).await?;
        house.bytes.put(&original, bytes).await?;
        let found = copying.run().await?;
        assert_eq!((found.copied, found.blobs, found.faults), (1, 1, 0));
        assert_eq!(copying.compare().await?, 0);
        is_sound(&target).await?;
        assert_eq!(target.loose_count().await, 0);
        Ok(())
    })
}

#[test]
fn a_source_that_does_not_answer_ends_the_transfer() -> TestResult {
    run(async {
        let Furnished { house, .. } = furnished().await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        for nth in 1..=20 {
            house.blobs.fail_at(nth, FailurePoint::Before);
        }
        assert!(transfer(&house, &target, &listener).run().await.is_err());
        is_sound(&target).await?;
        assert_eq!(listener.heard(), []);
        Ok(())
    })
}

#[test]
fn a_blob_that_cannot_be_read_is_named() -> TestResult {
    run(async {
        let Furnished { house, .. } = furnished().await?;
        let (target, listener) = (empty_house(), Arc::new(Listener::default()));
        house.blobs.fail_at(1, FailurePoint::Before);
        let done = transfer(&house, &target, &listener).run().await?;
        assert_eq!((done.copied, done.faults), (3, 1));
        let faults = listener.heard();
        assert!(
            matches!(faults[..], [StorageFault::BytesUnreadable { .. }]),
            "{faults:?}"
        );
        Ok(())
    })
}
