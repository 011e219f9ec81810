//! Copies versions of form types, before the applications that came in with them.

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
    /// Copies every package, also those that no application has any more. Answers how many rows
    /// make no sense; these are named and left out.
    pub(super) async fn copy_form_packages(&self) -> Result<u64, InternalError> {
        let from = &self.ports.from.store;
        let senseless = from.read::<_, StoreError>(|rows| rows.list_senseless_form_packages());
        let mut faults = 0;
        for error in senseless.await? {
            self.ports.watcher.finds(&StorageFault::of(error)?);
            faults += 1;
        }
        for summary in self.form_packages_of_source().await? {
            self.copy_form_package(summary.version.package).await?;
        }
        Ok(faults)
    }

    /// Copies the package unless the target has it. Answers whether the target has it then: it has
    /// not where the row of the source makes no sense, which is named already. Its bytes are copied
    /// even if they are damaged, since the applications that came in with it are needed; a
    /// [`Verification`](crate::Verification) of the target tells.
    pub(super) async fn copy_form_package(
        &self,
        digest: PackageDigest,
    ) -> Result<bool, InternalError> {
        if self.packages.contains(&digest) {
            return Ok(true);
        }
        let (from, to) = (&self.ports.from.store, &self.ports.to.store);
        let is_there = to.read::<_, StoreError>(move |rows| rows.has_form_package(&digest));
        if !is_there.await? {
            let find = from.read::<_, StoreError>(move |rows| rows.find_form_package(&digest));
            let missing = || InternalError::Failed("a form package is not stored".into());
            let package = match find.await {
                Err(StoreError::Corrupt { .. }) => return Ok(false),
                found => found?.ok_or_else(missing)?,
            };
            to.write::<_, StoreError>(move |rows| rows.add_form_package(&package))
                .await?;
        }
        self.packages.insert(digest);
        Ok(true)
    }

    /// Tells the listener of packages that the target does not have. Answers how many they are.
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
