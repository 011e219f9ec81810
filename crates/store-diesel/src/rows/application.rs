//! Rows of `applications`.

use data_json::JsonLimits;
use diesel::{Insertable, Queryable, Selectable};
use domain::{Application, BlobKey, PaId};
use forms::{Data, PackageDigest, Status, Value};
use ports::{ApplicationStamp, ApplicationSummary, StoreError};

use super::{corrupt, digest, form_version, time};
use crate::schema::applications;

/// A row of `applications`.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = applications, treat_none_as_default_value = false)]
pub(crate) struct ApplicationRow {
    pa_id: String,
    form_type: String,
    status: String,
    data: String,
    original: String,
    original_sha256: Option<Vec<u8>>,
    original_bytes: Option<i64>,
    form_package: Option<Vec<u8>>,
    created_at: i64,
    updated_at: i64,
    activity_at: i64,
    revision: i64,
}

/// The columns of a row of `applications` that make up its stamp.
#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = applications)]
pub(crate) struct StampRow {
    form_package: Option<Vec<u8>>,
    created_at: i64,
    activity_at: i64,
    revision: i64,
}

/// The columns of a row of `applications` that the list shows.
#[derive(Queryable, Selectable)]
#[diesel(table_name = applications)]
pub(crate) struct SummaryRow {
    pa_id: String,
    form_type: String,
    status: String,
    name: Option<String>,
    created_at: i64,
    updated_at: i64,
    activity_at: i64,
}

impl ApplicationRow {
    /// The row of an application, without its name in the list.
    pub(crate) fn of(application: &Application) -> Self {
        Self {
            pa_id: application.pa_id.to_string(),
            form_type: application.form_type.clone(),
            status: application.status.as_str().to_owned(),
            data: data_text(&application.data),
            original: application.original.as_str().to_owned(),
            original_sha256: application.original_sha256.map(|sha256| sha256.to_vec()),
            original_bytes: application
                .original_bytes
                .and_then(|bytes| i64::try_from(bytes).ok()),
            form_package: application
                .form_version
                .map(|version| version.package.as_bytes().to_vec()),
            created_at: application.created_at.microseconds(),
            updated_at: application.updated_at.microseconds(),
            activity_at: application.activity_at.microseconds(),
            revision: application.revision,
        }
    }

    /// The application of the row, whose package has this number.
    pub(crate) fn into_application(
        self,
        form_number: Option<i64>,
    ) -> Result<Application, StoreError> {
        let wrong = |column| corrupt("applications", column, &self.pa_id);
        Ok(Application {
            pa_id: PaId::parse(&self.pa_id).ok_or_else(|| wrong("pa_id"))?,
            status: Status::parse(&self.status).ok_or_else(|| wrong("status"))?,
            data: data(&self.data).ok_or_else(|| wrong("data"))?,
            original: BlobKey::parse(&self.original).ok_or_else(|| wrong("original"))?,
            original_sha256: self
                .original_sha256
                .map(|sha256| digest(sha256, || wrong("original_sha256")))
                .transpose()?,
            original_bytes: self
                .original_bytes
                .map(|bytes| u64::try_from(bytes).map_err(|_| wrong("original_bytes")))
                .transpose()?,
            created_at: time(self.created_at, || wrong("created_at"))?,
            updated_at: time(self.updated_at, || wrong("updated_at"))?,
            activity_at: time(self.activity_at, || wrong("activity_at"))?,
            revision: self.revision,
            form_version: form_version(&self.pa_id, self.form_package, form_number)?,
            form_type: self.form_type,
        })
    }
}

impl StampRow {
    /// The stamp of the application with this number.
    pub(crate) fn into_stamp(self, pa_id: PaId) -> Result<ApplicationStamp, StoreError> {
        let wrong = |column| corrupt("applications", column, pa_id);
        let package = self.form_package;
        let package = package.map(|package| digest(package, || wrong("form_package")));
        Ok(ApplicationStamp {
            revision: self.revision,
            activity_at: time(self.activity_at, || wrong("activity_at"))?,
            package: package.transpose()?.map(PackageDigest::from_stored),
            created_at: time(self.created_at, || wrong("created_at"))?,
        })
    }
}

impl SummaryRow {
    /// The text of its number.
    pub(crate) fn pa_id(&self) -> &str {
        &self.pa_id
    }

    /// The summary of the row.
    pub(crate) fn into_summary(self) -> Result<ApplicationSummary, StoreError> {
        let wrong = |column| corrupt("applications", column, &self.pa_id);
        Ok(ApplicationSummary {
            pa_id: PaId::parse(&self.pa_id).ok_or_else(|| wrong("pa_id"))?,
            status: Status::parse(&self.status).ok_or_else(|| wrong("status"))?,
            created_at: time(self.created_at, || wrong("created_at"))?,
            updated_at: time(self.updated_at, || wrong("updated_at"))?,
            activity_at: time(self.activity_at, || wrong("activity_at"))?,
            form_type: self.form_type,
            name: self.name,
        })
    }
}

/// The text of the column `data`.
pub(crate) fn data_text(data: &Data) -> String {
    data_json::to_text(&Value::Object(data.members().clone()))
}

fn data(text: &str) -> Option<Data> {
    match data_json::parse(text.as_bytes(), JsonLimits::STORED) {
        Ok(Value::Object(members)) => Some(Data::from_checked(members)),
        _ => None,
    }
}
