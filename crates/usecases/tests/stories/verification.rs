//! Whether what is stored is right: every kind of damage has its name, and what changes meanwhile
//! is none.

use std::sync::Arc;

use domain::attachment::AttachedFile;
use domain::history::HistoryEntry;
use domain::{Application, AttachmentId, BlobKey, PaId};
use ports::{BlobStore as _, StoreError};
use testkit::{FailurePoint, FixedClock, TestResult, run};
use usecases::{BlobRole, ProgressStep, StorageFault, Verification, VerificationReport};

use crate::attaching::{attachments, pieces, sized};
use crate::house::{House, end_of_time};
use crate::made::AddFile as _;
use crate::made::by_master;
use crate::storing::{Furnished, Listener, damage, furnished, is_sound, storage, verified};

#[test]
fn what_is_right_is_read_to_its_end() -> TestResult {
    run(async {
        let Furnished { house, .. } = furnished().await?;
        let listener = Arc::new(Listener::default());
        let clock = Arc::new(FixedClock::default());
        let seen = Verification::new(storage(&house), clock, listener.clone())
            .run()
            .await?;
        let expected = VerificationReport {
            applications: 3,
            blobs: 5,
            bytes: 3 * 20 + 10 + 11,
            without_digest: 0,
            faults: 0,
        };
        assert_eq!(seen, expected);
        let steps = listener.steps.lock().unwrap().clone();
        let all = [
            (ProgressStep::LookAtApplications, 3, 3),
            (ProgressStep::LookAtBlobs, 5, 5),
        ];
        assert_eq!(steps, all);
        Ok(())
    })
}

#[test]
fn each_kind_of_damage_is_named() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            attachments: attached,
        } = furnished().await?;
        let [first, second, third] = [0, 1, 2].map(|index| applications[index].pa_id);
        damage(&house, &attached[0].file.blob).await?;
        house.bytes.remove(&attached[1].file.blob).await?;
        damage(&house, &applications[1].original).await?;
        let unknown = BlobKey::from_entropy([0xee; 16]);
        house.bytes.put(&unknown, pieces(["of nobody"])).await?;
        let listed = BlobKey::from_entropy([0xdd; 16]);
        house.bytes.put(&listed, pieces(["loose"])).await?;
        let named = applications[2].original.clone();
        let now = house.ports.storing.clock.now();
        let list = house.rows.write::<_, StoreError>(move |rows| {
            rows.add_loose_blob(&listed, now)?;
            rows.add_loose_blob(&named, now)
        });
        list.await?;
        let (seen, faults) = verified(&house).await?;
        let part = |id: AttachmentId| BlobRole::Attachment(id);
        let expected = [
            StorageFault::BytesChanged {
                pa_id: first,
                part: part(attached[0].id),
            },
            StorageFault::BytesMissing {
                pa_id: first,
                part: part(attached[1].id),
            },
            StorageFault::BytesChanged {
                pa_id: second,
                part: BlobRole::Original,
            },
            StorageFault::ListedAsLoose {
                pa_id: third,
                part: BlobRole::Original,
            },
            StorageFault::UnknownBlob { blob: unknown },
        ];
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        assert_eq!(seen.faults, 5);
        for fault in expected {
            assert!(faults.contains(&fault), "{fault}: {faults:?}");
        }
        Ok(())
    })
}

#[test]
fn an_id_that_could_be_given_again_is_named() -> TestResult {
    run(async {
        let Furnished {
            house,
            applications,
            ..
        } = furnished().await?;
        let pa_id = applications[1].pa_id;
        let target = House::new();
        let mut application = applications[1].clone();
        application.pa_id = PaId::new(26, 77).ok_or("no number")?;
        let key = house
            .rows
            .read::<_, StoreError>(move |rows| rows.find_key_of(pa_id))
            .await;
        let mut key = key?.ok_or("no key")?;
        key.pa_id = application.pa_id;
        let added = application.clone();
        let stored_at = application.created_at;
        let package = house.forms.list()[0].to_stored(stored_at);
        let add = target.rows.write::<_, StoreError>(move |rows| {
            rows.add_form_package(&package)?;
            rows.add_application(&application, &key)
        });
        add.await?;
        let bytes = house.bytes.read(&added.original, None).await?;
        let bytes = bytes.ok_or("no bytes")?;
        target.bytes.put(&added.original, bytes).await?;
        let (_, faults) = verified(&target).await?;
        let pa_id = added.pa_id;
        assert_eq!(faults, [StorageFault::NotCounted { pa_id }]);
        Ok(())
    })
}

#[test]
fn of_bytes_without_a_digest_the_presence_is_proven() -> TestResult {
    run(async {
        let house = House::new();
        let mut application = house.uploaded().await?;
        let pa_id = application.pa_id;
        application.original_sha256 = None;
        let read = house
            .rows
            .read::<_, StoreError>(move |rows| rows.find_key_of(pa_id));
        let key = read.await?;
        let key = key.ok_or("no key")?;
        let original = application.original.clone();
        let replace = house.rows.write::<_, StoreError>(move |rows| {
            rows.lock(pa_id)?;
            rows.remove_application(pa_id)?;
            rows.add_application(&application, &key)
        });
        replace.await?;
        damage(&house, &original).await?;
        let (seen, faults) = verified(&house).await?;
        assert_eq!((seen.without_digest, faults), (1, vec![]));
        house.bytes.remove(&original).await?;
        let (seen, _) = verified(&house).await?;
        assert_eq!((seen.without_digest, seen.faults), (0, 1));
        Ok(())
    })
}

#[test]
fn a_row_that_tells_another_size_than_its_bytes_have_is_named() -> TestResult {
    run(async {
        let (house, pa_id) = crate::attaching::with_application().await?;
        let files = attachments(&house, Default::default());
        let mut attached = files.add_new(pa_id, sized(3)).await?;
        let id = attached.id;
        attached.file.size_bytes = 4;
        let replace = house.rows.write::<_, StoreError>(move |rows| {
            rows.lock(pa_id)?;
            rows.remove_attachment(pa_id, id)?;
            rows.add_attachment_with_id(pa_id, &attached)
        });
        replace.await?;
        let part = BlobRole::Attachment(id);
        let changed = vec![StorageFault::BytesChanged { pa_id, part }];
        assert_eq!(verified(&house).await?.1, changed);
        Ok(())
    })
}

/// Puts the rows of an application in the place of what they were, changed.
async fn tamper(
    house: &House,
    pa_id: PaId,
    change: impl FnOnce(&mut Application, &mut Vec<HistoryEntry>) + Send + 'static,
) -> Result<(), StoreError> {
    let tampering = house.rows.write(move |rows| {
        rows.lock(pa_id)?;
        let missing = || StoreError::Failed("no such application".into());
        let mut application = rows.find_application(pa_id)?.ok_or_else(missing)?;
        let key = rows.find_key_of(pa_id)?.ok_or_else(missing)?;
        let end = rows.find_history_end(pa_id)?;
        let mut entries = rows.list_history(pa_id, usize::MAX, 0)?.0;
        change(&mut application, &mut entries);
        rows.remove_application(pa_id)?;
        rows.add_application(&application, &key)?;
        rows.add_history(pa_id, &entries, &end)
    });
    tampering.await
}

#[test]
fn an_activity_that_no_entry_tells_of_is_an_entry_that_is_missing() -> TestResult {
    run(async {
        let (house, pa_id) = crate::attaching::with_application().await?;
        tamper(&house, pa_id, |_, _| {}).await?;
        is_sound(&house).await?;
        let later = |application: &mut Application, _: &mut _| {
            application.activity_at = end_of_time();
        };
        tamper(&house, pa_id, later).await?;
        let missing = vec![StorageFault::HistoryEntryMissing { pa_id, number: 2 }];
        assert_eq!(verified(&house).await?.1, missing);
        Ok(())
    })
}

/// What the data would be by a history that is wrong tells nothing.
#[test]
fn data_are_not_held_against_a_history_that_is_wrong() -> TestResult {
    run(async {
        let (house, pa_id) = crate::attaching::with_application().await?;
        let forget = |_: &mut _, entries: &mut Vec<HistoryEntry>| {
            entries[0].content.changes.clear();
        };
        tamper(&house, pa_id, forget).await?;
        let changed = vec![StorageFault::HistoryEntryChanged { pa_id, number: 1 }];
        assert_eq!(verified(&house).await?.1, changed);
        Ok(())
    })
}

#[test]
fn what_changes_meanwhile_is_no_fault() -> TestResult {
    run(async {
        let house = Arc::new(House::new());
        let changing = tokio::spawn(change_for_a_while(Arc::clone(&house)));
        while !changing.is_finished() {
            is_sound(&house).await?;
        }
        changing.await??;
        is_sound(&house).await
    })
}

async fn change_for_a_while(house: Arc<House>) -> TestResult {
    let files = attachments(&house, Default::default());
    for round in 0..200_usize {
        let pa_id = house.uploaded().await?.pa_id;
        let attached = files.add_new(pa_id, sized(1 + round)).await?;
        files.add_new(pa_id, sized(2 + round)).await?;
        files.remove(by_master(pa_id), attached.id).await?;
        if round % 3 > 0 {
            house.erase(pa_id).await?;
        }
        house.sweeper.sweep(house.ports.storing.clock.now()).await?;
    }
    Ok(())
}

#[test]
fn a_blob_that_cannot_be_read_is_a_fault_and_a_store_that_does_not_answer_an_end() -> TestResult {
    run(async {
        let Furnished { house, .. } = furnished().await?;
        let listener = Arc::new(Listener::default());
        let clock = Arc::new(FixedClock::default());
        let verification = Verification::new(storage(&house), clock, listener.clone());
        house.blobs.fail_at(1, FailurePoint::Before);
        assert_eq!(verification.run().await?.faults, 1);
        let faults = listener.heard();
        assert!(
            matches!(faults[..], [StorageFault::BytesUnreadable { .. }]),
            "{faults:?}"
        );
        for nth in 1..=20 {
            house.blobs.fail_at(nth, FailurePoint::Before);
        }
        assert!(verification.run().await.is_err());
        assert_eq!(listener.heard(), faults, "no blob is to blame");
        Ok(())
    })
}

#[test]
fn a_sentence_says_where_and_not_what() -> TestResult {
    run(async {
        let (house, pa_id) = crate::attaching::with_application().await?;
        let blob = BlobKey::from_entropy([1; 16]);
        let file = AttachedFile {
            filename: "Kontoauszug.pdf".into(),
            content_type: "application/pdf".into(),
            size_bytes: 1,
            sha256: [0; 32],
            blob,
        };
        let add = house.rows.write::<_, StoreError>(move |rows| {
            rows.lock(pa_id)?;
            rows.add_attachment(pa_id, &file, end_of_time())
        });
        add.await?;
        let (_, faults) = verified(&house).await?;
        let said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["26-0001: the bytes of attachment 1 are missing"]);
        Ok(())
    })
}
