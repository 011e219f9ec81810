//! The versions of form types that applications came in with.

use std::sync::Arc;

use cli::CommandError;
use forms_toml::TomlFormParser;
use ports::{Clock as _, Store};
use usecases::{FormCatalogue, FormVersions};

use crate::clock::SystemClock;

/// Stores the versions that applications of before need, tells what an operator should mend, and
/// gives what finds every version from then on.
pub(super) async fn form_versions(
    forms: &Arc<FormCatalogue>,
    store: &Arc<dyn Store>,
) -> Result<Arc<FormVersions>, CommandError> {
    let applications = forms.fill_versions(store, SystemClock.now()).await?;
    if applications > 0 {
        tracing::info!(applications, "the versions of their form types are stored");
    }
    for fault in forms.version_faults(store).await? {
        tracing::warn!("{fault}");
    }
    for unserved in forms.unserved(store).await? {
        tracing::warn!("{unserved}");
    }
    let versions = FormVersions::new(Arc::clone(forms), Arc::new(TomlFormParser));
    Ok(Arc::new(versions))
}
