//! A new key in the place of the old one.

use domain::access::Caller;
use ports::Replay;
use testkit::{FailurePoint, TestResult, run};
use usecases::{AccessError, ApplicationAccess, ApplicationError, Credential};

use crate::house::{House, end_of_time, id, uncounted};

#[test]
fn the_old_key_opens_nothing_and_the_new_one_the_application() -> TestResult {
    run(async {
        let house = House::new();
        let uploaded = house.upload("%PDF\nname=Fest").await?;
        let pa_id = uploaded.pa_id;
        let fresh = house.applications.replace_key(pa_id).await?;
        let number = pa_id.to_string();
        let old = Credential::Application(uploaded.key.reveal());
        assert!(matches!(
            house.access.application(old, &number, &uncounted()).await,
            Err(AccessError::KeyInvalid)
        ));
        let new = Credential::Application(fresh.reveal());
        assert_eq!(
            house.access.application(new, &number, &uncounted()).await?,
            ApplicationAccess {
                pa_id,
                caller: Caller::Application(pa_id)
            }
        );
        Ok(())
    })
}

#[test]
fn answers_kept_for_the_application_are_erased() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let replay = Replay {
            scope_hash: [1; 32],
            request_hash: [2; 32],
            pa_id,
            answer: vec![3],
            expires_at: end_of_time(),
        };
        house
            .rows
            .write(move |rows| {
                rows.lock(pa_id)?;
                rows.add_replay(&replay)
            })
            .await?;
        house.applications.replace_key(pa_id).await?;
        let found = house.rows.read(|rows| rows.find_replay(&[1; 32]));
        let found = found.await?.map(|replay| replay.answer);
        assert_eq!(found, Some(Vec::new()));
        Ok(())
    })
}

#[test]
fn a_rotation_that_fails_leaves_the_old_key() -> TestResult {
    run(async {
        let house = House::new();
        let uploaded = house.upload("%PDF\nname=Fest").await?;
        let pa_id = uploaded.pa_id;
        house.store.fail_at(1, FailurePoint::Before);
        let failed = house.applications.replace_key(pa_id).await;
        assert!(matches!(failed, Err(ApplicationError::Internal(_))));
        let old = Credential::Application(uploaded.key.reveal());
        house
            .access
            .application(old, &pa_id.to_string(), &uncounted())
            .await?;
        let none = house.applications.replace_key(id("26-9999")).await;
        assert!(matches!(none, Err(ApplicationError::NotFound)));
        Ok(())
    })
}
