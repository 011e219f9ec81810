//! Verifies versions of form types: whether their bytes are those that came.

use ports::{FormPackageSummary, StoreError};

use super::Verification;
use crate::{InternalError, StorageFault};

impl Verification {
    /// Verifies every package. Answers the number of faults.
    pub(super) async fn look_at_form_packages(&self) -> Result<u64, InternalError> {
        let store = &self.storage.store;
        let look = store.read::<_, StoreError>(|rows| {
            Ok((
                rows.list_senseless_form_packages()?,
                rows.list_form_packages()?,
            ))
        });
        let (senseless, listed) = look.await?;
        let mut faults = 0;
        for error in senseless {
            faults += self.tell(&[StorageFault::of(error)?]);
        }
        for summary in listed {
            faults += self.look_at_form_package(summary).await?;
        }
        Ok(faults)
    }

    async fn look_at_form_package(
        &self,
        summary: FormPackageSummary,
    ) -> Result<u64, InternalError> {
        let digest = summary.version.package;
        let store = &self.storage.store;
        let find = store.read::<_, StoreError>(move |rows| rows.find_form_package(&digest));
        let is_intact = find.await?.is_some_and(|package| package.is_intact());
        let fault = (!is_intact).then_some(StorageFault::FormPackageChanged {
            form_type: summary.form_type,
            number: summary.version.number,
        });
        Ok(self.tell(fault.as_slice()))
    }
}
