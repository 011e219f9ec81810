//! Versions of form types: copied before the applications that came in with them.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use forms::PackageDigest;
use ports::{FormPackageSummary, StoreError};

use super::Transfer;
use crate::{InternalError, StorageFault};

/// The packages that the target is known to have.
#[derive(Default)]
pub(super) struct CopiedPackages(Mutex<HashSet<PackageDigest>>);

impl CopiedPackages {
    fn contains(&self, digest: &PackageDigest) -> bool {
        let copied = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        copied.contains(digest)
    }

    fn insert(&self, digest: PackageDigest) {
        let mut copied = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        copied.insert(digest);
    }
}

impl Transfer {
    /// Copies every package, also those that no application has any more.
    pub(super) async fn copy_form_packages(&self) -> Result<(), InternalError> {
        for summary in self.form_packages_of_source().await? {
            self.copy_form_package(summary.version.package).await?;
        }
        Ok(())
    }

    /// Copies the package unless the target has it. Its bytes are copied as they are: whether they
    /// are right is the business of a [`Verification`](crate::Verification) of the target, and the
    /// applications that have it are worth more than it.
    pub(super) async fn copy_form_package(
        &self,
        digest: PackageDigest,
    ) -> Result<(), InternalError> {
        if self.packages.contains(&digest) {
            return Ok(());
        }
        let (from, to) = (&self.ports.from.store, &self.ports.to.store);
        let is_there = to.read::<_, StoreError>(move |rows| rows.has_form_package(&digest));
        if !is_there.await? {
            let find = from.read::<_, StoreError>(move |rows| rows.find_form_package(&digest));
            let missing = || InternalError::Failed("a form package is not stored".into());
            let package = find.await?.ok_or_else(missing)?;
            to.write::<_, StoreError>(move |rows| rows.add_form_package(&package))
                .await?;
        }
        self.packages.insert(digest);
        Ok(())
    }

    /// Names the packages that the target does not have, and gives their number.
    pub(super) async fn count_missing_form_packages(&self) -> Result<u64, InternalError> {
        let mut faults = 0;
        for FormPackageSummary {
            form_type, version, ..
        } in self.form_packages_of_source().await?
        {
            let to = &self.ports.to.store;
            let is_there =
                to.read::<_, StoreError>(move |rows| rows.has_form_package(&version.package));
            if !is_there.await? {
                let number = version.number;
                let fault = StorageFault::FormPackageMissing { form_type, number };
                self.ports.watcher.finds(&fault);
                faults += 1;
            }
        }
        Ok(faults)
    }

    async fn form_packages_of_source(&self) -> Result<Vec<FormPackageSummary>, StoreError> {
        let from = &self.ports.from.store;
        from.read(|rows| rows.list_form_packages()).await
    }
}
