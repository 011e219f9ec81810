//! Who may do what.

use std::sync::Arc;

use domain::access::PermissionError;
use domain::key::{ApplicationKey, KEY_ENTROPY_BYTES};
use futures::FutureExt as _;
use testkit::{FailurePoint, TestResult, run};
use usecases::{AccessError, CostPositionError, Credential, FindPosition, InternalError};

use crate::house::{House, id, uncounted};

/// The own application, another, one that is not there, and what is no number of one.
const ADDRESSED: [&str; 4] = ["26-0001", "26-0002", "26-0003", "26-00001"];

/// The outcome as a word, so that a table can be read.
fn word<T>(outcome: Result<T, AccessError>) -> &'static str {
    match outcome {
        Ok(_) => "may",
        Err(AccessError::KeyMissing) => "missing",
        Err(AccessError::KeyInvalid) => "wrong",
        Err(AccessError::TooManyRequests(_)) => "too many",
        Err(AccessError::NotPermitted(PermissionError::KeyOfAnotherApplication)) => "another",
        Err(AccessError::NotPermitted(PermissionError::MasterKeyOnly)) => "master only",
        Err(AccessError::ApplicationNotFound) => "not found",
        Err(AccessError::Internal(InternalError::Busy)) => "busy",
        Err(AccessError::Internal(InternalError::Unavailable(_))) => "unavailable",
        Err(AccessError::Internal(InternalError::Undone(_))) => "undone",
        Err(AccessError::Internal(InternalError::StorageFull(_))) => "full",
        Err(AccessError::Internal(InternalError::Failed(_))) => "failed",
    }
}

#[test]
fn application_with_judges_the_key_and_finds_in_one_transaction() -> TestResult {
    run(async {
        let house = House::new();
        let uploaded = house.upload("%PDF\nname=Fest").await?;
        let (id, key) = (uploaded.pa_id.to_string(), uploaded.key);
        let own = Credential::Application(key.reveal());
        let (access, ticket) = (&house.access, uncounted());
        let before = house.store.count();
        let (_, found) = access
            .application_with(own, &id, &ticket, house.applications.find_view())
            .await?;
        assert_eq!(house.store.count() - before, 1);
        assert_eq!(found?.application.pa_id, uploaded.pa_id);
        let (granted, found) = access
            .application_with(own, &id, &ticket, FindPosition(None))
            .await?;
        assert_eq!(granted.pa_id, uploaded.pa_id);
        assert!(matches!(found, Err(CostPositionError::NotFound)));
        house.store.fail_at(1, FailurePoint::Before);
        let failed = access
            .application_with(own, &id, &ticket, house.applications.find_view())
            .await;
        assert_eq!(word(failed), "unavailable");
        Ok(())
    })
}

#[test]
fn application_with_gives_the_same_view_until_anything_changes() -> TestResult {
    run(async {
        let house = House::new();
        let uploaded = house.upload("%PDF\nname=Fest").await?;
        let (id, key) = (uploaded.pa_id.to_string(), uploaded.key);
        let own = Credential::Application(key.reveal());
        let view = async || {
            let (access, ticket) = (&house.access, uncounted());
            let query = house.applications.find_view();
            let (_, found) = access.application_with(own, &id, &ticket, query).await?;
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(found?)
        };
        let first = view().await?;
        assert!(Arc::ptr_eq(&first, &view().await?));
        let pa_id = uploaded.pa_id;
        house.rows.write(move |rows| rows.lock(pa_id)).await?;
        let second = view().await?;
        assert_eq!(second.application.revision, first.application.revision + 1);
        assert_eq!(second.state, first.state);
        assert!(Arc::ptr_eq(&second, &view().await?));
        house.erase(pa_id).await?;
        assert!(view().await.is_err());
        Ok(())
    })
}

#[test]
fn a_stranger_learns_nothing_and_a_holder_only_of_the_own_application() -> TestResult {
    run(async {
        let house = House::new();
        let key = house.upload("%PDF\nname=Fest").await?.key;
        house.uploaded().await?;
        let foreign = ApplicationKey::from_entropy([9; KEY_ENTROPY_BYTES]);
        let (own, foreign) = (
            Credential::Application(key.reveal()),
            Credential::Application(foreign.reveal()),
        );
        let master = Credential::Master("master");
        let (access, ticket) = (&house.access, uncounted());
        let table = [
            (Credential::None, ["missing"; 4], ["missing"; 4]),
            (Credential::Unreadable, ["wrong"; 4], ["wrong"; 4]),
            (foreign, ["wrong"; 4], ["wrong"; 4]),
            (
                Credential::Application("pak_junk"),
                ["wrong"; 4],
                ["wrong"; 4],
            ),
            (Credential::Master(key.reveal()), ["wrong"; 4], ["wrong"; 4]),
            (
                Credential::Application("master"),
                ["wrong"; 4],
                ["wrong"; 4],
            ),
            (Credential::Master("busy"), ["busy"; 4], ["busy"; 4]),
            (
                own,
                ["may", "another", "another", "another"],
                ["master only"; 4],
            ),
            (
                master,
                ["may", "may", "not found", "not found"],
                ["may", "may", "not found", "not found"],
            ),
        ];
        for (credential, application, administration) in table {
            for (index, addressed) in ADDRESSED.into_iter().enumerate() {
                let outcome = access.application(credential, addressed, &ticket).await;
                assert_eq!(word(outcome), application[index], "{addressed}");
                let outcome = access
                    .application_with(
                        credential,
                        addressed,
                        &ticket,
                        house.applications.find_view(),
                    )
                    .await;
                assert_eq!(word(outcome), application[index], "{addressed}");
                let outcome = access.administration(credential, addressed, &ticket).await;
                assert_eq!(word(outcome), administration[index], "{addressed}");
            }
        }
        Ok(())
    })
}

#[test]
fn junk_is_refused_without_asking_the_store() -> TestResult {
    run(async {
        let house = House::new();
        house.store.fail_at(1, FailurePoint::Before);
        let junk = house
            .access
            .caller(Credential::Application("pak_junk"), &uncounted())
            .await;
        assert_eq!(word(junk), "wrong");
        let shaped = ApplicationKey::from_entropy([9; KEY_ENTROPY_BYTES]);
        let asked = house
            .access
            .caller(Credential::Application(shaped.reveal()), &uncounted())
            .await;
        assert_eq!(word(asked), "unavailable");
        Ok(())
    })
}

#[test]
fn a_known_master_key_waits_for_no_check_of_others() -> TestResult {
    run(async {
        let house = House::new();
        let (access, ticket) = (&house.access, uncounted());
        let guess = || {
            access
                .caller(Credential::Master("endless"), &ticket)
                .boxed()
        };
        let mut guesses: Vec<_> = (0..10).map(|_| guess()).collect();
        for guess in &mut guesses {
            assert!(futures::poll!(guess).is_pending());
        }
        assert!(access.key_checks().load().waiting > 0);
        let known = access.caller(Credential::Master("master"), &ticket);
        assert_eq!(known.now_or_never().map(word), Some("may"));
        Ok(())
    })
}

#[test]
fn the_key_of_a_removed_application_is_of_nobody() -> TestResult {
    run(async {
        let house = House::new();
        let key = house.upload("%PDF\nname=Fest").await?.key;
        house.erase(id("26-0001")).await?;
        let outcome = house
            .access
            .application(
                Credential::Application(key.reveal()),
                "26-0001",
                &uncounted(),
            )
            .await;
        assert_eq!(word(outcome), "wrong");
        Ok(())
    })
}
