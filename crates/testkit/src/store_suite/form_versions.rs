//! Which application has which version of its form type.

use std::sync::Arc;

use domain::{Application, FormVersion, PaId};
use ports::{FormPackageCount, Store, StoreError, Transaction};

use super::form_packages::{add, find, list};
use super::samples::{Sample, change, form_package, time};
use crate::TestResult;

/// The number is the package's own; after a change of the data it is the same.
pub async fn an_application_keeps_the_form_version_it_came_in_with(
    store: Arc<dyn Store>,
) -> TestResult {
    let packages = [form_package(1), form_package(2)];
    for package in &packages {
        add(&store, package.clone()).await?;
    }
    for (number, package) in (1..).zip(&packages) {
        let version = package.summary.version;
        let claimed = FormVersion {
            number: 77,
            ..version
        };
        let pa_id = add_application(&store, number, Some(claimed)).await?;
        let found = find_application(&store, pa_id).await?;
        assert_eq!(found.form_version, Some(version));
        change(&store, pa_id, move |rows| {
            rows.replace_data(pa_id, &found.data, found.status, time(9))
        })
        .await?;
        let found = find_application(&store, pa_id).await?;
        assert_eq!(found.form_version, Some(version));
    }
    let pa_id = add_application(&store, 3, None).await?;
    assert_eq!(find_application(&store, pa_id).await?.form_version, None);
    Ok(())
}

/// And so is filling it in.
pub async fn an_application_of_a_form_package_that_is_not_stored_is_refused(
    store: Arc<dyn Store>,
) -> TestResult {
    let version = form_package(1).summary.version;
    let refused = add_application(&store, 1, Some(version)).await;
    assert!(
        matches!(refused, Err(StoreError::Conflict(_))),
        "{refused:?}"
    );
    let pa_id = add_application(&store, 1, None).await?;
    let refused = store
        .write(move |rows| rows.fill_form_package("pa_form", &version.package, 9))
        .await;
    assert!(
        matches!(refused, Err(StoreError::Conflict(_))),
        "{refused:?}"
    );
    assert_eq!(find_application(&store, pa_id).await?.form_version, None);
    Ok(())
}

/// Those without one by their form type; a package of no application is not among them.
pub async fn applications_are_counted_by_form_package(store: Arc<dyn Store>) -> TestResult {
    let count = store.read(|rows| rows.count_by_form_package()).await?;
    assert_eq!(count, []);
    let [one, two] = [form_package(1), form_package(2)].map(|package| package.summary.version);
    for number in 1..=3 {
        add(&store, form_package(number)).await?;
    }
    for (number, version) in (1..).zip([Some(one), Some(two), Some(two), None, None, None]) {
        add_application(&store, number, version).await?;
    }
    let mut counts = store.read(|rows| rows.count_by_form_package()).await?;
    counts.sort();
    let count = |version: Option<FormVersion>, applications| FormPackageCount {
        form_type: "pa_form".to_owned(),
        package: version.map(|version| version.package),
        applications,
    };
    let mut expected = [count(None, 3), count(Some(one), 1), count(Some(two), 2)];
    expected.sort();
    assert_eq!(counts, expected);
    Ok(())
}

/// Until none of the form type is left; those of another and those that have one are passed over.
pub async fn missing_form_packages_are_filled_in_batches(store: Arc<dyn Store>) -> TestResult {
    let [old, new] = [form_package(1), form_package(2)].map(|package| package.summary.version);
    add(&store, form_package(1)).await?;
    add(&store, form_package(2)).await?;
    let kept = add_application(&store, 1, Some(old)).await?;
    for number in 2..=6 {
        add_application(&store, number, None).await?;
    }
    let other = add_sample(&store, 7, |application| {
        application.form_type = "vsm_form".to_owned();
    })
    .await?;
    assert_eq!(without(&store).await?, ["pa_form", "vsm_form"]);
    let mut filled = Vec::new();
    for _ in 0..4 {
        let fill = store.write(move |rows| rows.fill_form_package("pa_form", &new.package, 2));
        filled.push(fill.await?);
    }
    assert_eq!(filled, [2, 2, 1, 0]);
    assert_eq!(without(&store).await?, ["vsm_form"]);
    assert_eq!(
        find_application(&store, kept).await?.form_version,
        Some(old)
    );
    assert_eq!(find_application(&store, other).await?.form_version, None);
    for number in 2..=6 {
        let pa_id = PaId::new(26, number).ok_or("no id")?;
        let found = find_application(&store, pa_id).await?;
        assert_eq!(found.form_version, Some(new));
    }
    Ok(())
}

/// The revision stays, so that conditions hold as before.
pub async fn filling_in_a_form_package_changes_nothing_else(store: Arc<dyn Store>) -> TestResult {
    let version = form_package(1).summary.version;
    add(&store, form_package(1)).await?;
    let pa_id = add_application(&store, 1, None).await?;
    let before = find_application(&store, pa_id).await?;
    store
        .write(move |rows| rows.fill_form_package("pa_form", &version.package, 9))
        .await?;
    let expected = Application {
        form_version: Some(version),
        ..before
    };
    assert_eq!(find_application(&store, pa_id).await?, expected);
    Ok(())
}

/// There is nothing personal in it, and the next application of that version finds it.
pub async fn a_form_package_stays_when_its_last_application_goes(
    store: Arc<dyn Store>,
) -> TestResult {
    let package = form_package(1);
    add(&store, package.clone()).await?;
    let pa_id = add_application(&store, 1, Some(package.summary.version)).await?;
    change(&store, pa_id, move |rows| rows.remove_application(pa_id)).await?;
    let found = find(&store, package.summary.version.package).await?;
    assert_eq!(found, Some(package));
    let count = store.read(|rows| rows.count_by_form_package()).await?;
    assert_eq!(count, []);
    Ok(())
}

/// 32 works that each store the package with an application of their own: none fails.
pub async fn parallel_applications_of_a_new_form_package_store_it_once(
    store: Arc<dyn Store>,
) -> TestResult {
    let version = form_package(1).summary.version;
    let works: Vec<_> = (0..32)
        .map(|_| {
            let store = Arc::clone(&store);
            let upload = move |rows: &mut dyn Transaction| {
                if !rows.has_form_package(&version.package)? {
                    rows.add_form_package(&form_package(1))?;
                }
                let none_left = || StoreError::Failed("no number left".into());
                let pa_id = rows.next_pa_id(26)?.ok_or_else(none_left)?;
                let mut sample = Sample::of(pa_id);
                sample.application.form_version = Some(version);
                rows.add_application(&sample.application, &sample.key)
            };
            tokio::spawn(async move { store.write(upload).await })
        })
        .collect();
    for work in works {
        work.await??;
    }
    assert_eq!(list(&store).await?, [form_package(1).summary]);
    let counts = store.read(|rows| rows.count_by_form_package()).await?;
    let counted: Vec<_> = counts.iter().map(|count| count.applications).collect();
    assert_eq!(counted, [32]);
    Ok(())
}

/// Four fill in at once, in batches, while every application is changed: all are filled, and no
/// change is lost.
pub async fn parallel_fillings_of_form_packages_reach_every_application(
    store: Arc<dyn Store>,
) -> TestResult {
    let version = form_package(1).summary.version;
    add(&store, form_package(1)).await?;
    for number in 1..=20 {
        add_application(&store, number, None).await?;
    }
    let fillings: Vec<_> = (0..4)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut filled = 0;
                loop {
                    let fill = move |rows: &mut dyn Transaction| {
                        rows.fill_form_package("pa_form", &version.package, 3)
                    };
                    match store.write(fill).await? {
                        0 => return Ok::<_, StoreError>(filled),
                        count => filled += count,
                    }
                }
            })
        })
        .collect();
    for number in 1..=20 {
        let pa_id = PaId::new(26, number).ok_or("no id")?;
        change(&store, pa_id, |_| Ok(())).await?;
    }
    let mut filled = 0;
    for filling in fillings {
        filled += filling.await??;
    }
    assert_eq!(filled, 20);
    for number in 1..=20 {
        let pa_id = PaId::new(26, number).ok_or("no id")?;
        let found = find_application(&store, pa_id).await?;
        assert_eq!((found.form_version, found.revision), (Some(version), 2));
    }
    Ok(())
}

async fn without(store: &Arc<dyn Store>) -> Result<Vec<String>, StoreError> {
    store
        .read(|rows| rows.list_form_types_without_package())
        .await
}

async fn find_application(store: &Arc<dyn Store>, pa_id: PaId) -> TestResult<Application> {
    let found = store.read(move |rows| rows.find_application(pa_id)).await?;
    Ok(found.ok_or("no such application")?)
}

async fn add_application(
    store: &Arc<dyn Store>,
    number: u16,
    version: Option<FormVersion>,
) -> Result<PaId, StoreError> {
    add_sample(store, number, |application| {
        application.form_version = version;
    })
    .await
}

async fn add_sample(
    store: &Arc<dyn Store>,
    number: u16,
    change: impl FnOnce(&mut Application),
) -> Result<PaId, StoreError> {
    let pa_id = PaId::new(26, number);
    let pa_id = pa_id.ok_or_else(|| StoreError::Failed("no such number".into()))?;
    let mut sample = Sample::of(pa_id);
    change(&mut sample.application);
    let add = store.write(move |rows| rows.add_application(&sample.application, &sample.key));
    add.await.map(|()| pa_id)
}
