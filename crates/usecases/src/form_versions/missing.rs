//! Gives versions of form types to applications that came before versions were stored.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::Timestamp;
use ports::{FormPackage, FormPackageSummary, Store, StoreError};

use super::FormVersionFault;
use crate::{FormCatalogue, InternalError};

/// Applications that get their version in one transaction.
const BATCH: usize = 500;

impl FormCatalogue {
    /// Gives every application without a version that of its form type in this catalogue, which is
    /// stored if it is not yet. Answers how many applications there were. If it is cut off, the
    /// next call goes on; several instances may run it at once.
    ///
    /// The version that such an application came in with is not known, but it is most likely the
    /// one that was served last. So this must run at the first start of a release with versions,
    /// before a folder changes.
    pub async fn fill_versions(
        &self,
        store: &Arc<dyn Store>,
        now: Timestamp,
    ) -> Result<u64, InternalError> {
        let mut filled = 0;
        for form_type in without_version(store).await? {
            if let Some(package) = self.find(&form_type) {
                filled += fill(store, package, now).await?;
            }
        }
        Ok(filled)
    }

    /// Does the same for one form type, so that none of its applications is without a version;
    /// `false` where it is not served here.
    ///
    /// An instance of the release before may run beside this one for a while and add applications
    /// that have none, after the start.
    pub(crate) async fn fill_versions_of(
        &self,
        form_type: &str,
        store: &Arc<dyn Store>,
        now: Timestamp,
    ) -> Result<bool, InternalError> {
        let Some(package) = self.find(form_type) else {
            return Ok(false);
        };
        let applications = fill(store, package, now).await?;
        tracing::info!(applications, "the versions of their form types are stored");
        Ok(true)
    }

    /// The faults that an operator should correct: rows that make no sense, then the others in the
    /// order of form types.
    pub async fn version_faults(
        &self,
        store: &Arc<dyn Store>,
    ) -> Result<Vec<FormVersionFault>, InternalError> {
        let look = store.read::<_, StoreError>(|rows| {
            Ok((
                rows.list_senseless_form_packages()?,
                rows.list_form_packages()?,
            ))
        });
        let (senseless, stored) = look.await?;
        let senseless = senseless.into_iter().filter_map(senseless_fault);
        let changed = self
            .list()
            .iter()
            .filter(|package| is_changed(package, &stored));
        let mut faults: BTreeMap<_, _> = changed.map(|package| changed_fault(package)).collect();
        for form_type in without_version(store).await? {
            if self.find(&form_type).is_none() {
                let fault = FormVersionFault::Missing {
                    form_type: form_type.clone(),
                };
                faults.insert(form_type, fault);
            }
        }
        Ok(senseless.chain(faults.into_values()).collect())
    }
}

fn senseless_fault(error: StoreError) -> Option<FormVersionFault> {
    match error {
        StoreError::Corrupt { row, column, .. } => {
            Some(FormVersionFault::Senseless { row, column })
        }
        _ => None,
    }
}

/// Whether the package that was stored first under this number is another one.
fn is_changed(package: &FormPackage, stored: &[FormPackageSummary]) -> bool {
    let version = package.version();
    let mut stored = stored.iter().filter(|summary| {
        summary.form_type == package.form_type.key && summary.version.number == version.number
    });
    stored.next().is_some_and(|first| first.version != version)
}

fn changed_fault(package: &FormPackage) -> (String, FormVersionFault) {
    let form_type = package.form_type.key.clone();
    let number = package.form_type.version;
    let fault = FormVersionFault::Changed {
        form_type: form_type.clone(),
        number,
    };
    (form_type, fault)
}

async fn without_version(store: &Arc<dyn Store>) -> Result<Vec<String>, StoreError> {
    store
        .read(|rows| rows.list_form_types_without_package())
        .await
}

async fn fill(
    store: &Arc<dyn Store>,
    package: &Arc<FormPackage>,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let stored = package.to_stored(now);
    store
        .write::<_, StoreError>(move |rows| rows.add_form_package(&stored))
        .await?;
    let (mut filled, digest) = (0, package.version().package);
    loop {
        let form_type = package.form_type.key.clone();
        let batch = store
            .write::<_, StoreError>(move |rows| rows.fill_form_package(&form_type, &digest, BATCH));
        match batch.await? {
            0 => return Ok(filled),
            count => filled += u64::try_from(count).unwrap_or(u64::MAX),
        }
    }
}
