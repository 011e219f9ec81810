//! The catalogue of form types that new applications can have.

use std::sync::Arc;

use ports::FormPackage;

/// All form types with their templates, fixed at start.
#[derive(Debug, Clone)]
pub struct FormCatalogue(Vec<Arc<FormPackage>>);

impl FormCatalogue {
    /// A catalogue of these packages, in this order.
    pub fn new(packages: impl IntoIterator<Item = FormPackage>) -> Self {
        Self(packages.into_iter().map(Arc::new).collect())
    }

    /// All of them.
    pub fn list(&self) -> &[Arc<FormPackage>] {
        &self.0
    }

    /// The package of the form type with this key.
    pub fn find(&self, key: &str) -> Option<&Arc<FormPackage>> {
        self.0.iter().find(|package| package.form_type.key == key)
    }

    /// The keys of all of them.
    pub fn keys(&self) -> Vec<String> {
        self.0
            .iter()
            .map(|package| package.form_type.key.clone())
            .collect()
    }
}
