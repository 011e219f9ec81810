//! Form types that applications have and the catalogue has not: a folder was removed, or is not
//! mounted, and nobody was told.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use ports::{ListFilter, Store, StoreError};

use crate::{FormCatalogue, InternalError};

/// A form type of which there are applications and no new ones are taken. No fault: a folder may be
/// removed, and its applications stay as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnservedFormType {
    /// The form type's key.
    pub form_type: String,
    /// How many applications there are of it.
    pub applications: u64,
}

impl FormCatalogue {
    /// Those form types, in order. By the counts that are kept: no application is looked at.
    pub async fn unserved(
        &self,
        store: &Arc<dyn Store>,
    ) -> Result<Vec<UnservedFormType>, InternalError> {
        let served: BTreeSet<String> = self.keys().into_iter().collect();
        let look = store.read::<_, StoreError>(move |rows| {
            let stored = rows.list_form_packages()?.into_iter();
            let stored: BTreeSet<String> = stored.map(|summary| summary.form_type).collect();
            let mut unserved = Vec::new();
            for form_type in stored.difference(&served) {
                let filter = ListFilter {
                    form_type: Some(form_type.clone()),
                    ..ListFilter::default()
                };
                unserved.push(UnservedFormType {
                    form_type: form_type.clone(),
                    applications: rows.count_applications(&filter)?,
                });
            }
            Ok(unserved)
        });
        let mut unserved = look.await?;
        unserved.retain(|found| found.applications > 0);
        Ok(unserved)
    }
}

/// A sentence for operators.
impl fmt::Display for UnservedFormType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (form_type, applications) = (&self.form_type, self.applications);
        write!(
            formatter,
            "Form {form_type}: it is no form type here, so no new applications of it are taken; \
                applications that are stored of it: {applications}. If that is not meant, look \
                whether `forms.dir` names the folder above that of the form, and is mounted."
        )
    }
}
