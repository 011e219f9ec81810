//! Versions of form types as they are stored.

use std::sync::Arc;

use forms::PackageDigest;
use ports::{FormPackageSummary, Store, StoreError, StoredFormPackage};

use super::samples::{form_package, time};
use crate::TestResult;

/// Every byte value in either file; an empty file too.
pub async fn a_form_package_is_found_byte_for_byte(store: Arc<dyn Store>) -> TestResult {
    let mut empty = form_package(u32::MAX);
    (empty.definition, empty.template) = Default::default();
    empty.summary.version.package = PackageDigest::of(b"", b"");
    for package in [form_package(0), form_package(7), empty] {
        assert!(package.is_intact());
        let digest = package.summary.version.package;
        assert!(
            !store
                .read(move |rows| rows.has_form_package(&digest))
                .await?
        );
        assert_eq!(find(&store, digest).await?, None);
        add(&store, package.clone()).await?;
        assert!(
            store
                .read(move |rows| rows.has_form_package(&digest))
                .await?
        );
        assert_eq!(find(&store, digest).await?, Some(package));
    }
    Ok(())
}

/// What was stored first stays, its time and number too.
pub async fn a_form_package_is_stored_once(store: Arc<dyn Store>) -> TestResult {
    let first = form_package(1);
    add(&store, first.clone()).await?;
    let mut second = first.clone();
    second.summary.stored_at = time(99);
    second.summary.version.number = 2;
    add(&store, second).await?;
    assert_eq!(list(&store).await?, std::slice::from_ref(&first.summary));
    let found = find(&store, first.summary.version.package).await?;
    assert_eq!(found, Some(first));
    Ok(())
}

/// Those of one number by their time.
pub async fn form_packages_are_listed_by_form_type_and_number(store: Arc<dyn Store>) -> TestResult {
    let other = |number, form_type: &str, listed_as, stored_at| {
        let mut package = form_package(number);
        package.summary.form_type = form_type.to_owned();
        package.summary.version.number = listed_as;
        package.summary.stored_at = time(stored_at);
        package
    };
    let expected = [
        other(5, "a_form", 1, 9),
        other(3, "pa_form", 1, 7),
        other(1, "pa_form", 1, 8),
        other(4, "pa_form", 2, 1),
        other(2, "pa_form", 10, 0),
    ];
    for index in [3, 0, 2, 4, 1] {
        let package = expected.get(index).ok_or("no package")?.clone();
        add(&store, package).await?;
    }
    let expected: Vec<FormPackageSummary> = expected
        .map(|package| package.summary)
        .into_iter()
        .collect();
    assert_eq!(list(&store).await?, expected);
    Ok(())
}

pub(super) async fn add(
    store: &Arc<dyn Store>,
    package: StoredFormPackage,
) -> Result<(), StoreError> {
    store
        .write(move |rows| rows.add_form_package(&package))
        .await
}

pub(super) async fn find(
    store: &Arc<dyn Store>,
    digest: PackageDigest,
) -> Result<Option<StoredFormPackage>, StoreError> {
    store
        .read(move |rows| rows.find_form_package(&digest))
        .await
}

pub(super) async fn list(store: &Arc<dyn Store>) -> Result<Vec<FormPackageSummary>, StoreError> {
    store.read(|rows| rows.list_form_packages()).await
}
