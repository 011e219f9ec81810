//! Rows of `form_packages`.

use bytes::Bytes;
use diesel::{Insertable, Queryable, Selectable};
use domain::FormVersion;
use forms::PackageDigest;
use forms::hexadecimal::hexadecimal;
use ports::{FormPackageCount, FormPackageSummary, StoreError, StoredFormPackage};

use super::{ShownText, corrupt, time};
use crate::schema::form_packages;

/// A row of `form_packages` without the two files.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = form_packages, treat_none_as_default_value = false)]
pub(crate) struct FormPackageRow {
    digest: Vec<u8>,
    form_type: String,
    version: i64,
    stored_at: i64,
}

/// Definition and template.
pub(crate) type FormPackageFiles = (Vec<u8>, Vec<u8>);

impl FormPackageRow {
    /// The row of a package.
    pub(crate) fn of(summary: &FormPackageSummary) -> Self {
        Self {
            digest: summary.version.package.as_bytes().to_vec(),
            form_type: summary.form_type.clone(),
            version: i64::from(summary.version.number),
            stored_at: summary.stored_at.microseconds(),
        }
    }

    /// The summary of the row.
    pub(crate) fn into_summary(self) -> Result<FormPackageSummary, StoreError> {
        let wrong = |column| corrupt("form_packages", column, hexadecimal(&self.digest));
        Ok(FormPackageSummary {
            version: FormVersion {
                number: u32::try_from(self.version).map_err(|_| wrong("version"))?,
                package: package(&self.digest).ok_or_else(|| wrong("digest"))?,
            },
            stored_at: time(self.stored_at, || wrong("stored_at"))?,
            form_type: self.form_type,
        })
    }

    /// The package of the row and its files.
    pub(crate) fn into_package(
        self,
        (definition, template): FormPackageFiles,
    ) -> Result<StoredFormPackage, StoreError> {
        Ok(StoredFormPackage {
            summary: self.into_summary()?,
            definition: Bytes::from(definition),
            template: Bytes::from(template),
        })
    }
}

/// The version that a row of `applications` names, with the number that its package has.
pub(crate) fn form_version(
    pa_id: &str,
    digest: Option<Vec<u8>>,
    number: Option<i64>,
) -> Result<Option<FormVersion>, StoreError> {
    let Some(digest) = digest else {
        return Ok(None);
    };
    let wrong = || corrupt("applications", "form_package", pa_id);
    let number = number.ok_or_else(wrong)?;
    Ok(Some(FormVersion {
        number: u32::try_from(number)
            .map_err(|_| corrupt("form_packages", "version", hexadecimal(&digest)))?,
        package: package(&digest).ok_or_else(wrong)?,
    }))
}

/// The count of a form type's applications with a package, from a row of a query. What is no digest
/// names no package that is stored.
pub(crate) fn form_package_count(
    (ShownText(form_type), digest, applications): (ShownText, Option<Vec<u8>>, i64),
) -> FormPackageCount {
    FormPackageCount {
        package: digest.and_then(|digest| package(&digest)),
        applications: u64::try_from(applications).unwrap_or_default(),
        form_type,
    }
}

fn package(digest: &[u8]) -> Option<PackageDigest> {
    <[u8; 32]>::try_from(digest)
        .ok()
        .map(PackageDigest::from_stored)
}
