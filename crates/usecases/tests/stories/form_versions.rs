//! A form type may change, an application does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::{Application, PaId};
use forms::Value;
use ports::{FormOutput, FormPackageSummary, StoreError, StoredFormPackage};
use testkit::{FailurePoint, TestResult, run};
use usecases::{ApplicationError, ExpectedState, FormVersionFault, InternalError, StorageFault};

use crate::house::{House, client, filled, package, patch};
use crate::made::by_master;
use crate::storing::{is_sound, verified};

/// Another instance on what a house keeps, with these form types. Its keys are no other's.
pub(crate) fn beside(house: &House, definitions: &[&str]) -> House {
    static INSTANCES: AtomicUsize = AtomicUsize::new(1);
    let forms = definitions.iter().map(|definition| package(definition));
    let other = House::with_forms(Arc::clone(&house.rows), house.bytes.clone(), forms);
    for _ in 0..INSTANCES.fetch_add(1, Ordering::SeqCst) * 200 {
        other.ports.storing.entropy.fill(&mut [0; 8]);
    }
    other
}

pub(crate) async fn renamed(
    house: &House,
    pa_id: PaId,
    name: &str,
) -> Result<Application, ApplicationError> {
    let patch = patch([("name", Value::text(name))]);
    let change = house
        .applications
        .change(client(), by_master(pa_id), ExpectedState::Any, patch);
    change.await
}

pub(crate) async fn packages(house: &House) -> Result<Vec<FormPackageSummary>, StoreError> {
    house.rows.read(|rows| rows.list_form_packages()).await
}

/// Puts the application back as it was before versions were stored.
async fn forget_version(house: &House, pa_id: PaId) -> TestResult<Application> {
    let forget = house.rows.write::<_, StoreError>(move |rows| {
        let none = || StoreError::Failed("no such application".into());
        let application = rows.find_application(pa_id)?.ok_or_else(none)?;
        let key = rows.find_key_of(pa_id)?.ok_or_else(none)?;
        rows.lock(pa_id)?;
        rows.remove_application(pa_id)?;
        let application = Application {
            form_version: None,
            ..application
        };
        rows.add_application(&application, &key)?;
        Ok(application)
    });
    Ok(forget.await?)
}

#[test]
fn an_application_is_judged_by_the_form_version_it_came_in_with() -> TestResult {
    run(async {
        let old = House::new();
        let before = old.uploaded().await?;
        let pa_id = before.pa_id;
        let pdf = filled(&old, pa_id, FormOutput::Fillable).await?;
        let missing = old.applications.check(pa_id).await?;
        for definitions in [
            &["sample_form 2 5"][..],
            &["sample_form 1 5"],
            &["other_form 1 20"],
            &[],
        ] {
            let new = beside(&old, definitions);
            assert_eq!(new.applications.find(pa_id).await?, before);
            assert_eq!(filled(&new, pa_id, FormOutput::Fillable).await?, pdf);
            assert_eq!(new.applications.check(pa_id).await?, missing);
            renamed(&new, pa_id, "twenty characters it").await?;
            let refused = renamed(&new, pa_id, "one and twenty of them").await;
            assert!(matches!(refused, Err(ApplicationError::DataWrong(_))));
            let back = renamed(&new, pa_id, "Sommerfest").await?;
            assert_eq!(back.form_version, before.form_version);
            old.rows
                .write::<_, StoreError>(move |rows| rows.lock(pa_id))
                .await?;
            let found = old.applications.find(pa_id).await?;
            assert_eq!(
                (found.data, found.status),
                (before.data.clone(), before.status)
            );
            return_to(&old, &before).await?;
        }
        Ok(())
    })
}

/// Revision and time as they were.
async fn return_to(house: &House, before: &Application) -> TestResult {
    let before = before.clone();
    let put_back = house.rows.write::<_, StoreError>(move |rows| {
        let none = || StoreError::Failed("no key".into());
        let key = rows.find_key_of(before.pa_id)?.ok_or_else(none)?;
        rows.lock(before.pa_id)?;
        rows.remove_application(before.pa_id)?;
        rows.add_application(&before, &key)
    });
    Ok(put_back.await?)
}

#[test]
fn a_new_application_comes_in_with_what_the_catalogue_has_now() -> TestResult {
    run(async {
        let old = House::new();
        let first = old.uploaded().await?;
        let new = beside(&old, &["sample_form 2 5"]);
        let refused = new.upload("%PDF\nname=Sommerfest").await.err();
        assert!(matches!(refused, Some(ApplicationError::ValuesWrong(_))));
        let second = new.upload("%PDF\nname=Fest").await?.pa_id;
        let second = new.applications.find(second).await?;
        let numbers = [&first, &second].map(|application| {
            let version = application.form_version;
            version.map(|version| version.number)
        });
        assert_eq!(numbers, [Some(1), Some(2)]);
        assert!(renamed(&old, second.pa_id, "sechs!").await.is_err());
        assert_eq!(packages(&old).await?.len(), 2);
        Ok(())
    })
}

#[test]
fn parallel_uploads_of_a_new_form_version_store_it_once() -> TestResult {
    run(async {
        let first = Arc::new(House::new());
        let second = Arc::new(beside(&first, &["sample_form 1 20"]));
        let uploads: Vec<_> = (0..32)
            .map(|number| {
                let house = Arc::clone(if number % 2 == 0 { &first } else { &second });
                tokio::spawn(async move { house.upload("%PDF\nname=Fest").await.is_ok() })
            })
            .collect();
        for upload in uploads {
            assert!(upload.await?);
        }
        assert_eq!(packages(&first).await?.len(), 1);
        Ok(())
    })
}

#[test]
fn a_refused_upload_stores_no_form_version() -> TestResult {
    run(async {
        let house = House::new();
        house
            .upload("%PDF\nprojectBeginn=soon")
            .await
            .err()
            .ok_or("taken")?;
        assert_eq!(packages(&house).await?, []);
        let pa_id = house.uploaded().await?.pa_id;
        house.erase(pa_id).await?;
        assert_eq!(packages(&house).await?.len(), 1);
        Ok(())
    })
}

#[test]
fn a_form_version_whose_bytes_have_changed_is_not_used() -> TestResult {
    run(async {
        let house = House::new();
        let stored = package("other_form 1 20").to_stored(house.ports.storing.clock.now());
        let StoredFormPackage {
            summary, template, ..
        } = stored;
        let version = summary.version;
        let damaged = StoredFormPackage {
            summary,
            definition: "other_form 1 99".into(),
            template,
        };
        house
            .rows
            .write::<_, StoreError>(move |rows| rows.add_form_package(&damaged))
            .await?;
        let pa_id = house.uploaded().await?.pa_id;
        let mut application = forget_version(&house, pa_id).await?;
        application.form_version = Some(version);
        return_to(&house, &application).await?;
        assert_eq!(house.applications.find(pa_id).await?, application);
        let refused = filled(&house, pa_id, FormOutput::Fillable).await;
        assert!(matches!(
            refused,
            Err(ApplicationError::Internal(InternalError::Failed(_)))
        ));
        let (_, faults) = verified(&house).await?;
        let fault = StorageFault::FormPackageChanged {
            form_type: "other_form".to_owned(),
            number: 1,
        };
        assert_eq!(faults, [fault]);
        Ok(())
    })
}

#[test]
fn fill_versions_gives_applications_of_before_that_of_the_catalogue() -> TestResult {
    run(async {
        let house = House::new();
        let mut before = Vec::new();
        for _ in 0..3 {
            let application = house.uploaded().await?;
            forget_version(&house, application.pa_id).await?;
            before.push(application);
        }
        let store = Arc::clone(&house.rows);
        let now = house.ports.storing.clock.now();
        let fault = StorageFault::FormVersionMissing {
            pa_id: before[0].pa_id,
            form_type: "sample_form".to_owned(),
        };
        assert!(verified(&house).await?.1.contains(&fault));
        assert_eq!(house.forms.fill_versions(&store, now).await?, 3);
        assert_eq!(house.forms.fill_versions(&store, now).await?, 0);
        for application in before {
            let found = house.applications.find(application.pa_id).await?;
            assert_eq!(found, application);
        }
        is_sound(&house).await
    })
}

#[test]
fn fill_versions_goes_on_where_it_was_cut() -> TestResult {
    run(async {
        for failure in [FailurePoint::Before, FailurePoint::After] {
            for cut in 1..=4 {
                let house = House::new();
                let application = house.uploaded().await?;
                forget_version(&house, application.pa_id).await?;
                let now = house.ports.storing.clock.now();
                house.store.fail_at(cut, failure);
                let failing = house.ports.storing.store.clone();
                assert!(house.forms.fill_versions(&failing, now).await.is_err());
                house.forms.fill_versions(&house.rows, now).await?;
                let found = house.applications.find(application.pa_id).await?;
                assert_eq!(found, application, "cut at {cut}");
            }
        }
        Ok(())
    })
}

#[test]
fn without_its_form_version_an_application_can_still_be_read() -> TestResult {
    run(async {
        let house = House::new();
        let before = house.uploaded().await?;
        let pa_id = before.pa_id;
        let unversioned = forget_version(&house, pa_id).await?;
        let gone = beside(&house, &["other_form 1 20"]);
        let now = house.ports.storing.clock.now();
        assert_eq!(gone.forms.fill_versions(&gone.rows, now).await?, 0);
        let missing = FormVersionFault::Missing {
            form_type: "sample_form".to_owned(),
        };
        assert_eq!(gone.forms.version_faults(&gone.rows).await?, [missing]);
        assert_eq!(gone.applications.find(pa_id).await?, unversioned);
        let refused = [
            filled(&gone, pa_id, FormOutput::Fillable).await.err(),
            gone.applications.check(pa_id).await.err(),
            renamed(&gone, pa_id, "Fest").await.err(),
        ];
        for refused in refused {
            assert!(matches!(
                refused,
                Some(ApplicationError::FormVersionMissing)
            ));
        }
        assert_eq!(house.forms.fill_versions(&house.rows, now).await?, 1);
        assert_eq!(house.forms.version_faults(&house.rows).await?, []);
        assert_eq!(gone.applications.find(pa_id).await?, before);
        assert_eq!(
            renamed(&gone, pa_id, "Fest").await?.form_version,
            before.form_version
        );
        Ok(())
    })
}

/// An instance of the release before runs beside this one, and knows nothing of versions.
#[test]
fn an_application_that_came_without_a_form_version_after_the_start_gets_it_when_it_is_needed()
-> TestResult {
    run(async {
        for need in 0..3 {
            let house = House::new();
            let (before, other) = (house.uploaded().await?, house.uploaded().await?);
            for application in [&before, &other] {
                forget_version(&house, application.pa_id).await?;
            }
            let pa_id = before.pa_id;
            let refused = match need {
                0 => filled(&house, pa_id, FormOutput::Fillable).await.err(),
                1 => house.applications.check(pa_id).await.err(),
                _ => renamed(&house, pa_id, "Fest").await.err(),
            };
            assert!(refused.is_none(), "{refused:?}");
            let found = house.applications.find(pa_id).await?;
            assert_eq!(found.form_version, before.form_version);
            assert_eq!(house.applications.find(other.pa_id).await?, other);
            assert_eq!(packages(&house).await?.len(), 1);
            is_sound(&house).await?;
        }
        Ok(())
    })
}

#[test]
fn version_faults_name_a_form_type_that_changed_under_its_number() -> TestResult {
    run(async {
        let house = House::new();
        let changed = beside(&house, &["other_form 1 20", "sample_form 1 5"]);
        assert_eq!(changed.forms.version_faults(&house.rows).await?, []);
        house.uploaded().await?;
        let fault = FormVersionFault::Changed {
            form_type: "sample_form".to_owned(),
            number: 1,
        };
        let faults = changed.forms.version_faults(&house.rows).await?;
        assert_eq!(faults, std::slice::from_ref(&fault));
        // It stays wrong when applications have come in with it.
        changed.upload("%PDF\nname=Fest").await?;
        assert_eq!(changed.forms.version_faults(&house.rows).await?, [fault]);
        for right in ["sample_form 1 20", "sample_form 2 5"] {
            let right = beside(&house, &[right]);
            assert_eq!(right.forms.version_faults(&house.rows).await?, []);
        }
        Ok(())
    })
}

#[test]
fn list_versions_counts_the_applications_of_each() -> TestResult {
    run(async {
        let house = House::new();
        let first = house.uploaded().await?;
        let forgotten = house.uploaded().await?.pa_id;
        forget_version(&house, forgotten).await?;
        let new = beside(&house, &["sample_form 2 5", "other_form 3 20"]);
        for _ in 0..2 {
            new.upload("%PDF\nname=Fest").await?;
        }
        let listed = new.forms.list_versions(&house.rows).await?;
        let seen: Vec<_> = listed
            .iter()
            .map(|report| {
                let number = report.version.map(|version| version.number);
                let is_stored = report.stored_at.is_some();
                let form_type = report.form_type.as_str();
                (
                    form_type,
                    number,
                    is_stored,
                    report.applications,
                    report.is_served,
                )
            })
            .collect();
        let expected = [
            ("other_form", Some(3), false, 0, true),
            ("sample_form", None, false, 1, false),
            ("sample_form", Some(1), true, 1, false),
            ("sample_form", Some(2), true, 2, true),
        ];
        assert_eq!(seen, expected);
        assert_eq!(listed[2].version, first.form_version);
        assert_eq!(listed[2].stored_at, Some(first.created_at));
        Ok(())
    })
}
