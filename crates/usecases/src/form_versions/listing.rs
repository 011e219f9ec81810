//! Lists the versions of form types: since when they are stored, and how many applications have
//! each.

use std::sync::Arc;

use domain::{FormVersion, Timestamp};
use ports::{FormPackageCount, FormPackageSummary, Store, StoreError};

use crate::{FormCatalogue, InternalError};

/// A version of a form type, as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormVersionReport {
    /// The form type's key.
    pub form_type: String,
    /// `None`: that of applications which came before versions were stored.
    pub version: Option<FormVersion>,
    /// When it was stored; `None` where no application came in with it yet.
    pub stored_at: Option<Timestamp>,
    /// How many applications have it.
    pub applications: u64,
    /// Whether new applications get it.
    pub is_served: bool,
}

impl FormCatalogue {
    /// All versions that are stored or served, by form type, number and time; an unknown version
    /// comes first.
    pub async fn list_versions(
        &self,
        store: &Arc<dyn Store>,
    ) -> Result<Vec<FormVersionReport>, InternalError> {
        let look = store.read::<_, StoreError>(|rows| {
            Ok((rows.list_form_packages()?, rows.count_by_form_package()?))
        });
        let (stored, counts) = look.await?;
        let mut listed: Vec<_> = stored
            .into_iter()
            .map(|summary| self.stored(summary, &counts))
            .chain(counts.iter().filter_map(unknown))
            .collect();
        for package in self.list() {
            let version = Some(package.version());
            if !listed.iter().any(|report| report.version == version) {
                listed.push(FormVersionReport {
                    form_type: package.form_type.key.clone(),
                    version,
                    stored_at: None,
                    applications: 0,
                    is_served: true,
                });
            }
        }
        listed.sort_by_key(|report| {
            let number = report.version.map(|version| version.number);
            let is_new = report.stored_at.is_none();
            (report.form_type.clone(), number, is_new, report.stored_at)
        });
        Ok(listed)
    }

    fn stored(
        &self,
        summary: FormPackageSummary,
        counts: &[FormPackageCount],
    ) -> FormVersionReport {
        let package = Some(summary.version.package);
        let count = counts.iter().find(|count| count.package == package);
        let mut served = self.list().iter();
        FormVersionReport {
            version: Some(summary.version),
            stored_at: Some(summary.stored_at),
            applications: count.map_or(0, |count| count.applications),
            is_served: served.any(|package| package.version() == summary.version),
            form_type: summary.form_type,
        }
    }
}

fn unknown(count: &FormPackageCount) -> Option<FormVersionReport> {
    count.package.is_none().then(|| FormVersionReport {
        form_type: count.form_type.clone(),
        version: None,
        stored_at: None,
        applications: count.applications,
        is_served: false,
    })
}
