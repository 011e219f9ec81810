//! Changing data.

use domain::Application;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use forms::{Status, Value};
use ports::{AccessMode, Store, StoreError, Transaction, Work, WorkOutcome};
use testkit::{MemoryBlobStore, MemoryStore, TestResult, run};
use usecases::{ApplicationError, ExpectedState, StateDigest};

use crate::form_versions::{beside, renamed};
use crate::house::{House, client, id, patch};
use crate::made::by_master;

#[test]
fn a_patch_is_merged_judged_and_stored() -> TestResult {
    run(async {
        let house = House::new();
        let before = house.uploaded().await?;
        house.clock.advance(Duration::from_secs(5));
        let date = patch([("projectBeginn", Value::text("2026-07-01"))]);
        let after = house
            .applications
            .change(client(), by_master(before.pa_id), ExpectedState::Any, date)
            .await?;
        assert_eq!(
            (before.status, after.status),
            (Status::Incomplete, Status::Complete)
        );
        assert_eq!(after.data.at("name"), before.data.at("name"));
        assert_eq!((after.revision, after.created_at), (2, before.created_at));
        assert!(after.updated_at > before.updated_at);
        assert_eq!(house.applications.find(before.pa_id).await?, after);
        Ok(())
    })
}

#[test]
fn a_mistake_changes_nothing() -> TestResult {
    run(async {
        let house = House::new();
        let before = house.uploaded().await?;
        let both = patch([("name", Value::text("Neu")), ("nmae", Value::text("x"))]);
        let refused = house
            .applications
            .change(client(), by_master(before.pa_id), ExpectedState::Any, both)
            .await
            .err();
        assert!(matches!(refused, Some(ApplicationError::DataWrong(_))));
        assert_eq!(house.applications.find(before.pa_id).await?, before);
        Ok(())
    })
}

#[test]
fn of_two_changes_on_one_state_the_second_is_refused() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let seen = StateDigest::of(&house.applications.find(pa_id).await?);
        let other = StateDigest([7; 32]);
        let change = |name: &str, states: &[StateDigest]| {
            let patch = patch([("name", Value::text(name))]);
            house.applications.change(
                client(),
                by_master(pa_id),
                ExpectedState::OneOf(states.to_vec()),
                patch,
            )
        };
        assert_eq!(change("eins", &[other, seen]).await?.revision, 2);
        for states in [[seen].as_slice(), &[]] {
            let refused = change("zwei", states).await.err();
            assert!(matches!(refused, Some(ApplicationError::StateOutdated)));
        }
        let now = StateDigest::of(&house.applications.find(pa_id).await?);
        let change_unless = |name: &str, states: &[StateDigest]| {
            let patch = patch([("name", Value::text(name))]);
            let expected = ExpectedState::NoneOf(states.to_vec());
            house
                .applications
                .change(client(), by_master(pa_id), expected, patch)
        };
        let refused = change_unless("zwei", &[seen, now]).await.err();
        assert!(matches!(refused, Some(ApplicationError::StateOutdated)));
        assert_eq!(change_unless("eins", &[seen]).await?.revision, 3);
        let stored = house.applications.find(pa_id).await?;
        assert_eq!(
            (stored.revision, stored.data.at("name")),
            (3, Some(&Value::text("eins")))
        );
        Ok(())
    })
}

#[test]
fn what_does_not_exist_cannot_be_changed() -> TestResult {
    run(async {
        let house = House::new();
        let refused = house
            .applications
            .change(
                client(),
                by_master(id("26-0001")),
                ExpectedState::Any,
                patch([]),
            )
            .await
            .err();
        assert!(matches!(refused, Some(ApplicationError::NotFound)));
        Ok(())
    })
}

/// A store in which another instance is faster once: its work is done before the next that writes.
#[derive(Default)]
pub(crate) struct StoreOfTwo {
    rows: MemoryStore,
    of_the_other: Mutex<Option<Work>>,
}

impl StoreOfTwo {
    /// The work of the other instance.
    pub(crate) fn be_faster(
        &self,
        work: impl FnOnce(&mut dyn Transaction) -> Result<(), StoreError> + Send + 'static,
    ) {
        *self.of_the_other.lock().unwrap() = Some(Box::new(move |rows| {
            work(rows).map_or(WorkOutcome::RollBack, |()| WorkOutcome::Commit)
        }));
    }
}

#[async_trait]
impl Store for StoreOfTwo {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let faster = match access {
            AccessMode::Read => None,
            AccessMode::Write => self.of_the_other.lock().unwrap().take(),
        };
        if let Some(faster) = faster {
            self.rows.run(access, faster).await?;
        }
        self.rows.run(access, work).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.rows.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        self.rows.free_bytes().await
    }
}

/// What was judged by another version than the application has is not written, even where the data
/// is the same.
#[test]
fn a_change_is_judged_by_the_form_version_of_the_moment_in_which_it_is_written() -> TestResult {
    run(async {
        let store = Arc::new(StoreOfTwo::default());
        let house = House::on(store.clone(), MemoryBlobStore::default(), "sample_form");
        let before = house.uploaded().await?;
        let strict = beside(&house, &["sample_form 2 15"]);
        let version = strict.uploaded().await?.form_version;
        let pa_id = before.pa_id;
        let put_in_place = move |rows: &mut dyn Transaction| {
            let key = rows.find_key_of(pa_id)?;
            rows.lock(pa_id)?;
            rows.remove_application(pa_id)?;
            let application = Application {
                form_version: version,
                ..before.clone()
            };
            key.map_or(Ok(()), |key| rows.add_application(&application, &key))
        };
        store.be_faster(put_in_place);
        let refused = renamed(&house, pa_id, "twenty characters it").await;
        assert!(matches!(refused, Err(ApplicationError::DataWrong(_))));
        let changed = renamed(&house, pa_id, "of fifteen only").await?;
        assert_eq!(changed.form_version, version);
        Ok(())
    })
}
