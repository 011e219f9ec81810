//! Versions of form types.

use diesel::dsl::count_star;
use diesel::prelude::*;
use forms::PackageDigest;
use ports::{FormPackageCount, FormPackageRows, FormPackageSummary, StoreError, StoredFormPackage};

use super::super::lock_without_package;
use super::Rows;
use crate::rows::{FormPackageFiles, FormPackageRow, ShownText, form_package_count};
use crate::schema::{applications, form_packages};
use forms::hexadecimal::hexadecimal;

impl FormPackageRows for Rows<'_> {
    fn has_form_package(&mut self, digest: &PackageDigest) -> Result<bool, StoreError> {
        self.query(|connection| {
            form_packages::table
                .find(digest.as_bytes().as_slice())
                .select(form_packages::version)
                .get_result::<i64>(connection)
                .optional()
        })
        .map(|found| found.is_some())
    }

    fn find_form_package(
        &mut self,
        digest: &PackageDigest,
    ) -> Result<Option<StoredFormPackage>, StoreError> {
        self.query_of(("form_packages", digest), |connection| {
            form_packages::table
                .find(digest.as_bytes().as_slice())
                .select((
                    FormPackageRow::as_select(),
                    (form_packages::definition, form_packages::template),
                ))
                .get_result::<(FormPackageRow, FormPackageFiles)>(connection)
                .optional()
        })?
        .map(|(row, files)| row.into_package(files))
        .transpose()
    }

    fn add_form_package(&mut self, package: &StoredFormPackage) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::insert_into(form_packages::table)
                .values((
                    FormPackageRow::of(&package.summary),
                    form_packages::definition.eq(package.definition.as_ref()),
                    form_packages::template.eq(package.template.as_ref()),
                ))
                .on_conflict(form_packages::digest)
                .do_nothing()
                .execute(connection)
        })
        .map(drop)
    }

    fn list_form_packages(&mut self) -> Result<Vec<FormPackageSummary>, StoreError> {
        let rows = self.form_package_rows()?.into_iter();
        Ok(rows.filter_map(Result::ok).collect())
    }

    fn list_senseless_form_packages(&mut self) -> Result<Vec<StoreError>, StoreError> {
        let rows = self.form_package_rows()?.into_iter();
        Ok(rows.filter_map(Result::err).collect())
    }

    fn count_by_form_package(&mut self) -> Result<Vec<FormPackageCount>, StoreError> {
        let counts = self.query(|connection| {
            applications::table
                .group_by((applications::form_package, applications::form_type))
                .select((
                    applications::form_type,
                    applications::form_package,
                    count_star(),
                ))
                .load(connection)
        })?;
        Ok(counts.into_iter().map(form_package_count).collect())
    }

    fn list_form_types_without_package(&mut self) -> Result<Vec<String>, StoreError> {
        let listed = self.query(|connection| {
            applications::table
                .filter(applications::form_package.is_null())
                .order(applications::form_type)
                .select(applications::form_type)
                .distinct()
                .load(connection)
        })?;
        Ok(listed.into_iter().map(|ShownText(text)| text).collect())
    }

    fn fill_form_package(
        &mut self,
        form_type: &str,
        digest: &PackageDigest,
        count_max: usize,
    ) -> Result<usize, StoreError> {
        self.change(|connection| {
            let count_max = i64::try_from(count_max).unwrap_or(i64::MAX);
            let without = lock_without_package(connection, form_type, count_max)?;
            if without.is_empty() {
                return Ok(0);
            }
            diesel::update(applications::table)
                .filter(applications::pa_id.eq_any(without))
                .set(applications::form_package.eq(digest.as_bytes().as_slice()))
                .execute(connection)
        })
    }
}

impl Rows<'_> {
    /// Each row of a package, or why it makes no sense. They are few, and read one by one: a text
    /// that is none would cost all of them the one look at all.
    fn form_package_rows(
        &mut self,
    ) -> Result<Vec<Result<FormPackageSummary, StoreError>>, StoreError> {
        let digests = self.query(|connection| {
            form_packages::table
                .order((
                    form_packages::form_type,
                    form_packages::version,
                    form_packages::stored_at,
                    form_packages::digest,
                ))
                .select(form_packages::digest)
                .load::<Vec<u8>>(connection)
        })?;
        let mut rows = Vec::new();
        for digest in digests {
            let row = self.query_of(("form_packages", hexadecimal(&digest)), |connection| {
                form_packages::table
                    .find(&digest)
                    .select(FormPackageRow::as_select())
                    .get_result::<FormPackageRow>(connection)
            });
            match row.and_then(FormPackageRow::into_summary) {
                Err(error) if !matches!(error, StoreError::Corrupt { .. }) => return Err(error),
                row => rows.push(row),
            }
        }
        Ok(rows)
    }
}
