//! Finds the version of its form type that an application came in with, to read, check, change or
//! fill it.
//!
//! The catalogue has the versions for new applications. An existing application is looked up by the
//! digest that it names, in the store, whatever the catalogue says by now; so nothing stored is
//! ever read by a definition that it was not made for.

mod cache;
mod fault;
mod listing;
mod missing;
mod unknown;
mod unserved;

use std::sync::Arc;

use domain::Application;
use ports::{FormPackage, FormParser, StoreError, StoredFormPackage, Transaction};

use crate::{FormCatalogue, InternalError};
use cache::PackageCache;

pub use fault::FormVersionFault;
pub use listing::FormVersionReport;
pub(crate) use unknown::is_known;
pub use unserved::UnservedFormType;

/// Finds versions of form types.
pub struct FormVersions {
    catalogue: Arc<FormCatalogue>,
    parser: Arc<dyn FormParser>,
    cache: PackageCache,
}

/// Why the version of an application cannot be found.
#[derive(Debug)]
pub(crate) enum FormVersionError {
    /// The application came before versions were stored, and the catalogue does not have its form
    /// type.
    Missing,
    Internal(InternalError),
}

impl From<StoreError> for FormVersionError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<InternalError> for FormVersionError {
    fn from(error: InternalError) -> Self {
        Self::Internal(error)
    }
}

impl FormVersions {
    /// Versions that are not in the catalogue are read from the store and parsed by this parser.
    pub fn new(catalogue: Arc<FormCatalogue>, parser: Arc<dyn FormParser>) -> Self {
        Self {
            catalogue,
            parser,
            cache: PackageCache::default(),
        }
    }

    /// The versions for new applications.
    pub(crate) fn catalogue(&self) -> &Arc<FormCatalogue> {
        &self.catalogue
    }

    /// The package that the application came in with.
    pub(crate) fn find(
        &self,
        rows: &mut dyn Transaction,
        application: &Application,
    ) -> Result<Arc<FormPackage>, FormVersionError> {
        let version = application.form_version;
        let version = version.ok_or(FormVersionError::Missing)?;
        if let Some(package) = self.find_at_hand(application) {
            return Ok(package);
        }
        let stored = rows.find_form_package(&version.package)?;
        let stored = stored.ok_or_else(|| failed("a form package is not stored"))?;
        Ok(self.cache.add(self.parse(stored)?))
    }

    /// The package, if it is in the catalogue or the cache.
    pub(crate) fn find_at_hand(&self, application: &Application) -> Option<Arc<FormPackage>> {
        let version = application.form_version?;
        let mut served = self.catalogue.list().iter();
        match served.find(|package| package.version() == version) {
            Some(package) => Some(Arc::clone(package)),
            None => self.cache.find(&version.package),
        }
    }

    fn parse(&self, stored: StoredFormPackage) -> Result<FormPackage, InternalError> {
        if !stored.is_intact() {
            return Err(failed("a stored form package is not what its digest says"));
        }
        self.parser
            .parse(stored.definition, stored.template)
            .map_err(|error| InternalError::Failed(error.into()))
    }
}

fn failed(what: &'static str) -> InternalError {
    InternalError::Failed(what.into())
}
