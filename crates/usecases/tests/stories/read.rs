//! The filled form, the original, and what is gone.

use std::sync::Arc;
use std::time::Duration;

use forms::Value;
use futures::{FutureExt as _, TryStreamExt as _};
use testkit::{TestResult, run};
use usecases::{
    ApplicationError, ApplicationPorts, Applications, ExpectedState, FormOutput, SweepReport,
    WorkPools,
};

use crate::house::{House, client, filled, id, patch};
use crate::made::by_master;

#[test]
fn the_filled_form_is_made_from_template_and_data() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        for output in [FormOutput::Fillable, FormOutput::Flat] {
            let pdf = filled(&house, pa_id, output).await?;
            let expected = format!("sample_form {output:?} Some(Text(\"Sommerfest\"))");
            assert_eq!(pdf, expected.as_bytes());
        }
        Ok(())
    })
}

#[test]
fn digest_of_an_unfilled_form_is_another_for_other_data_and_another_look() -> TestResult {
    run(async {
        let house = House::new();
        let application = house.uploaded().await?;
        let digest = async |output| {
            let view = house.view(application.pa_id).await?;
            let form = house.applications.unfilled(view, output).await?;
            Ok::<_, ApplicationError>(form.digest())
        };
        let first = digest(FormOutput::Fillable).await?;
        assert_eq!(digest(FormOutput::Fillable).await?, first);
        let flat = digest(FormOutput::Flat).await?;
        assert_ne!(flat, first);
        let other = house.upload("%PDF\nname=Winterfest").await?.pa_id;
        let other = house.view(other).await?;
        let other = house
            .applications
            .unfilled(other, FormOutput::Fillable)
            .await?;
        assert_ne!(other.digest(), first);
        Ok(())
    })
}

/// So nobody who asks with the entity tag of before an upgrade is told that nothing has changed.
#[test]
fn digests_of_all_that_is_made_of_a_form_are_others_in_another_build() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let digests = async |build| {
            let ports = ApplicationPorts {
                build,
                ..house.ports.clone()
            };
            let pools = WorkPools::new(1, 1)?;
            let applications = Applications::new(ports, Arc::clone(&house.versions), pools);
            let view = house.view(pa_id).await?;
            let form = applications.unfilled(view, FormOutput::Fillable).await?;
            let sources = applications.unread_sources(pa_id).await?;
            let digests = [form.digest(), form.report_digest(), sources.digest()];
            TestResult::Ok(digests)
        };
        let (before, again, after) = (
            digests("1").await?,
            digests("1").await?,
            digests("2").await?,
        );
        assert_eq!(before, again);
        assert!(before.iter().all(|digest| !after.contains(digest)));
        Ok(())
    })
}

/// While the first is held, other bytes cannot lie where it lies.
#[test]
fn a_form_that_was_filled_is_given_again_for_a_while_until_its_data_changes() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let first = filled(&house, pa_id, FormOutput::Fillable).await?;
        assert_eq!(
            filled(&house, pa_id, FormOutput::Fillable).await?.as_ptr(),
            first.as_ptr()
        );
        assert_ne!(filled(&house, pa_id, FormOutput::Flat).await?, first);
        house.clock.advance(Duration::from_mins(6));
        let later = filled(&house, pa_id, FormOutput::Fillable).await?;
        assert_eq!(later, first);
        assert_ne!(later.as_ptr(), first.as_ptr());
        let name = patch([("name", Value::text("Winterfest"))]);
        let change =
            house
                .applications
                .change(client(), by_master(pa_id), ExpectedState::Any, name);
        change.await?;
        assert_ne!(filled(&house, pa_id, FormOutput::Fillable).await?, first);
        Ok(())
    })
}

#[test]
fn a_form_is_filled_anew_where_nothing_is_kept_any_more() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let first = filled(&house, pa_id, FormOutput::Fillable).await?;
        house.applications.empty_caches();
        let again = filled(&house, pa_id, FormOutput::Fillable).await?;
        assert_eq!(again, first);
        assert_ne!(again.as_ptr(), first.as_ptr());
        Ok(())
    })
}

#[test]
fn a_filled_form_is_forgotten_before_the_bytes_of_its_application_are_erased() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let first = filled(&house, pa_id, FormOutput::Fillable).await?;
        let view = house.view(pa_id).await?;
        let form = house.applications.unfilled(view, FormOutput::Fillable);
        let form = form.await?;
        let before = house.blobs.operation_count();
        let mut removal = Box::pin(house.erase(pa_id));
        while house.blobs.operation_count() == before {
            let _ = (&mut removal).now_or_never();
            tokio::task::yield_now().await;
        }
        // Whoever asked for it has gone.
        drop(removal);
        let again = house.applications.fill(client(), form).await?;
        assert_eq!(again, first);
        assert_ne!(again.as_ptr(), first.as_ptr());
        Ok(())
    })
}

#[test]
fn the_original_is_what_was_uploaded() -> TestResult {
    run(async {
        let house = House::new();
        let application = house.uploaded().await?;
        let pieces: Vec<_> = house
            .applications
            .original(&application)
            .await?
            .bytes
            .try_collect()
            .await?;
        assert_eq!(pieces.concat(), b"%PDF\nname=Sommerfest");
        Ok(())
    })
}

#[test]
fn what_does_not_exist_is_not_found() -> TestResult {
    run(async {
        let house = House::new();
        let not_found = |error| matches!(error, Some(ApplicationError::NotFound));
        let absent = id("26-0001");
        assert!(not_found(house.applications.find(absent).await.err()));
        assert!(not_found(
            filled(&house, absent, FormOutput::Fillable).await.err()
        ));
        assert!(not_found(house.erase(absent).await.err()));
        Ok(())
    })
}

#[test]
fn a_removed_application_is_gone_at_once_with_its_bytes() -> TestResult {
    run(async {
        let house = House::new();
        let removed = house.uploaded().await?;
        let kept = house.uploaded().await?;
        let download = house.applications.original(&removed).await?;
        house.erase(removed.pa_id).await?;
        let original = house.applications.original(&removed).await.err();
        assert!(matches!(original, Some(ApplicationError::NotFound)));
        let found = house.applications.find(removed.pa_id).await.err();
        assert!(matches!(found, Some(ApplicationError::NotFound)));
        assert_eq!(
            (house.blob_count().await, house.loose_count().await),
            (1, 0)
        );
        assert_eq!(
            download.bytes.try_collect::<Vec<_>>().await?.concat(),
            b"%PDF\nname=Sommerfest"
        );
        assert!(house.applications.original(&kept).await.is_ok());
        assert_eq!(house.uploaded().await?.pa_id, id("26-0003"));
        Ok(())
    })
}

#[test]
fn a_sweep_leaves_young_keys_alone() -> TestResult {
    run(async {
        let house = House::new();
        let pa_id = house.uploaded().await?.pa_id;
        let before = house.uploaded().await?.created_at;
        house.clock.advance(Duration::from_secs(1));
        house.blobs.fail_at(1, testkit::FailurePoint::Before);
        house.erase(pa_id).await?;
        assert_eq!(house.sweeper.sweep(before).await?, SweepReport::default());
        assert_eq!(
            (house.blob_count().await, house.loose_count().await),
            (2, 1)
        );
        Ok(())
    })
}
