//! Verifies versions of form types: whether their bytes are those that came, and known.

use ports::{FormPackageSummary, StoreError, StoredFormPackage};

use super::Verification;
use crate::form_versions::is_known;
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
        let (form_type, number) = (summary.form_type, summary.version.number);
        let fault = match find.await?.filter(StoredFormPackage::is_intact) {
            None => Some(StorageFault::FormPackageChanged { form_type, number }),
            Some(stored) => match &self.parser {
                Some(parser) if !is_known(stored, parser.as_ref()) => {
                    Some(StorageFault::FormPackageUnknown { form_type, number })
                }
                _ => None,
            },
        };
        Ok(self.tell(fault.as_slice()))
    }
}
