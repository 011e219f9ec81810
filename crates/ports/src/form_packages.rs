//! A form type together with its template, and how one is made of the bytes of its two files.

use bytes::Bytes;
use domain::{FormVersion, Timestamp};
use forms::{FormType, PackageDigest};

use crate::{BoxError, FormPackageSummary, StoredFormPackage};

/// One version of a form type: what its folder holds. The two halves agree (`formservice forms
/// check`).
#[derive(Debug, Clone)]
pub struct FormPackage {
    /// What the definition says.
    pub form_type: FormType,
    /// The blank fillable PDF.
    pub template: Bytes,
    definition: Bytes,
    digest: PackageDigest,
}

impl FormPackage {
    /// The package of a form type with the bytes that define it and its template.
    pub fn new(form_type: FormType, definition: Bytes, template: Bytes) -> Self {
        Self {
            digest: PackageDigest::of(&definition, &template),
            form_type,
            template,
            definition,
        }
    }

    /// Which version of its form type it is.
    pub fn version(&self) -> FormVersion {
        FormVersion {
            number: self.form_type.version,
            package: self.digest,
        }
    }

    /// The package as it is stored from this time on.
    pub fn to_stored(&self, stored_at: Timestamp) -> StoredFormPackage {
        StoredFormPackage {
            summary: FormPackageSummary {
                form_type: self.form_type.key.clone(),
                version: self.version(),
                stored_at,
            },
            definition: self.definition.clone(),
            template: self.template.clone(),
        }
    }
}

/// Makes packages of stored bytes.
///
/// Guarantees: what a folder once gave is read for ever, and as the same form type; rules that
/// definitions must keep are asked of folders, and not once more of what was stored.
pub trait FormParser: Send + Sync {
    /// The package of these files.
    fn parse(&self, definition: Bytes, template: Bytes) -> Result<FormPackage, FormParseError>;
}

/// The bytes define no form type.
#[derive(Debug, thiserror::Error)]
#[error("the definition of a form type cannot be read")]
pub struct FormParseError(#[source] pub BoxError);
