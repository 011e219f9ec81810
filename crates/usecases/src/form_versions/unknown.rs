//! Versions that are stored and that this program does not understand: a newer one took them, which
//! knows more of definitions, and this one was put in its place again.

use std::sync::Arc;

use ports::{FormParser, Store, StoreError, StoredFormPackage};

use super::FormVersionFault;
use crate::{FormCatalogue, InternalError};

impl FormCatalogue {
    /// Those versions, by form type and number. What the catalogue has is known, and not looked at;
    /// whether bytes are still those that came is for a verification to say.
    pub async fn unknown_versions(
        &self,
        store: &Arc<dyn Store>,
        parser: &dyn FormParser,
    ) -> Result<Vec<FormVersionFault>, InternalError> {
        let listed = store.read::<_, StoreError>(|rows| rows.list_form_packages());
        let mut unknown = Vec::new();
        for summary in listed.await? {
            let mut served = self.list().iter();
            if served.any(|package| package.version() == summary.version) {
                continue;
            }
            let digest = summary.version.package;
            let find = store.read::<_, StoreError>(move |rows| rows.find_form_package(&digest));
            let found = find.await?;
            if found.is_some_and(|stored| stored.is_intact() && !is_known(stored, parser)) {
                unknown.push(FormVersionFault::Unknown {
                    form_type: summary.form_type,
                    number: summary.version.number,
                });
            }
        }
        Ok(unknown)
    }
}

/// Whether this program understands the definition.
pub(crate) fn is_known(stored: StoredFormPackage, parser: &dyn FormParser) -> bool {
    parser.parse(stored.definition, stored.template).is_ok()
}
