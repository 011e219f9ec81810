//! Versions of form types.

use std::collections::{BTreeMap, BTreeSet};

use domain::FormVersion;
use forms::PackageDigest;
use ports::{FormPackageCount, FormPackageRows, FormPackageSummary, StoreError, StoredFormPackage};

use super::MemoryTransaction;

impl FormPackageRows for MemoryTransaction {
    fn has_form_package(&mut self, digest: &PackageDigest) -> Result<bool, StoreError> {
        Ok(self.looking()?.form_packages.contains_key(digest))
    }

    fn find_form_package(
        &mut self,
        digest: &PackageDigest,
    ) -> Result<Option<StoredFormPackage>, StoreError> {
        Ok(self.looking()?.form_packages.get(digest).cloned())
    }

    fn add_form_package(&mut self, package: &StoredFormPackage) -> Result<(), StoreError> {
        let digest = package.summary.version.package;
        let stored = self.changing()?.form_packages.entry(digest);
        stored.or_insert_with(|| package.clone());
        Ok(())
    }

    fn list_form_packages(&mut self) -> Result<Vec<FormPackageSummary>, StoreError> {
        let stored = self.looking()?.form_packages.values();
        let mut listed: Vec<_> = stored.map(|package| package.summary.clone()).collect();
        listed.sort_by_key(|summary| {
            let FormVersion { number, package } = summary.version;
            (
                summary.form_type.clone(),
                number,
                summary.stored_at,
                package,
            )
        });
        Ok(listed)
    }

    fn list_senseless_form_packages(&mut self) -> Result<Vec<StoreError>, StoreError> {
        self.looking().map(|_| Vec::new())
    }

    fn count_by_form_package(&mut self) -> Result<Vec<FormPackageCount>, StoreError> {
        let mut counts = BTreeMap::new();
        for application in self.looking()?.applications.values() {
            let package = application.form_version.map(|version| version.package);
            let key = (application.form_type.clone(), package);
            *counts.entry(key).or_default() += 1;
        }
        let count = |((form_type, package), applications)| FormPackageCount {
            form_type,
            package,
            applications,
        };
        Ok(counts.into_iter().map(count).collect())
    }

    fn list_form_types_without_package(&mut self) -> Result<Vec<String>, StoreError> {
        let stored = self.looking()?.applications.values();
        let without = stored.filter(|application| application.form_version.is_none());
        let form_types = without.map(|application| application.form_type.clone());
        Ok(form_types.collect::<BTreeSet<_>>().into_iter().collect())
    }

    fn fill_form_package(
        &mut self,
        form_type: &str,
        digest: &PackageDigest,
        count_max: usize,
    ) -> Result<usize, StoreError> {
        let state = self.changing()?;
        let stored = state.form_packages.get(digest);
        let version = stored.map(|package| package.summary.version);
        let without = state.applications.values_mut().filter(|application| {
            application.form_version.is_none() && application.form_type == form_type
        });
        let mut filled = 0;
        for application in without.take(count_max) {
            application.form_version = version;
            filled += 1;
        }
        if filled > 0 && version.is_none() {
            return self.conflict("the form package is not stored");
        }
        Ok(filled)
    }
}
