//! Versions of form types, kept for the applications that came in with them.

use bytes::Bytes;
use domain::{FormVersion, Timestamp};
use forms::PackageDigest;

use super::StoreError;

/// The rows of form packages. What is stored once is never changed and never removed: there is
/// nothing personal in it, and applications refer to it.
pub trait FormPackageRows {
    /// Whether the package is stored.
    fn has_form_package(&mut self, digest: &PackageDigest) -> Result<bool, StoreError>;

    /// The package, if it is stored, byte for byte as it came. Whether its bytes still have this
    /// digest is for [`StoredFormPackage::is_intact`] to say.
    fn find_form_package(
        &mut self,
        digest: &PackageDigest,
    ) -> Result<Option<StoredFormPackage>, StoreError>;

    /// Stores the package, unless one of this digest is stored: then that one stays as it is, its
    /// time too. Waits for others who store it at once. Call it before
    /// [`next_pa_id`](super::ApplicationRows::next_pa_id), never after.
    fn add_form_package(&mut self, package: &StoredFormPackage) -> Result<(), StoreError>;

    /// All packages without their bytes, by form type, number, time and digest. A row that makes no
    /// sense is passed over.
    fn list_form_packages(&mut self) -> Result<Vec<FormPackageSummary>, StoreError>;

    /// Of each row that makes no sense the error that a look-up of its package ends with
    /// ([`StoreError::Corrupt`]): the service never writes such a row.
    fn list_senseless_form_packages(&mut self) -> Result<Vec<StoreError>, StoreError>;

    /// How many applications there are of each form type and package, in no order. Reads an index
    /// to its end.
    fn count_by_form_package(&mut self) -> Result<Vec<FormPackageCount>, StoreError>;

    /// The form types of applications that have no package, each once, in order.
    fn list_form_types_without_package(&mut self) -> Result<Vec<String>, StoreError>;

    /// Gives the package to applications of this form type that have none, at most `count_max` of
    /// them, and says to how many; 0 when no more are left. Needs no lock and leaves their
    /// revisions alone, since it changes nothing of what they say. A package that is not stored is
    /// a conflict.
    fn fill_form_package(
        &mut self,
        form_type: &str,
        digest: &PackageDigest,
        count_max: usize,
    ) -> Result<usize, StoreError>;
}

/// One version of a form type as it is stored, without its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormPackageSummary {
    /// The form type's key.
    pub form_type: String,
    /// Which version of it.
    pub version: FormVersion,
    /// When the first application came in with it.
    pub stored_at: Timestamp,
}

/// One version of a form type as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFormPackage {
    /// Which it is.
    pub summary: FormPackageSummary,
    /// The bytes of `form.toml`.
    pub definition: Bytes,
    /// The bytes of `template.pdf`.
    pub template: Bytes,
}

/// How many applications came in with a version of a form type.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FormPackageCount {
    /// The form type's key.
    pub form_type: String,
    /// The version; `None` for applications of which it is not stored, or names nothing that could
    /// be stored.
    pub package: Option<PackageDigest>,
    /// The number of applications.
    pub applications: u64,
}

impl StoredFormPackage {
    /// Whether definition and template are those that the digest was made of.
    pub fn is_intact(&self) -> bool {
        PackageDigest::of(&self.definition, &self.template) == self.summary.version.package
    }
}
