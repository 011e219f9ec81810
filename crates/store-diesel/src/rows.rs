//! Rows of the tables, and what they mean. A row that means nothing is named by table, column and primary key.

use data_json::Limits;
use diesel::{Insertable, Queryable};
use domain::key::{KeyDigest, KeyLookup};
use domain::{Application, BlobKey, Data, PaId, Status, Timestamp, Value};
use ports::{StoreError, StoredKey};

use crate::schema::{application_keys, applications};

/// A row of `applications`.
#[derive(Queryable, Insertable)]
#[diesel(table_name = applications)]
pub(crate) struct ApplicationRow {
    pa_id: String,
    form_type: String,
    status: String,
    data: String,
    original: String,
    created_at: i64,
    updated_at: i64,
    revision: i64,
}

/// A row of `application_keys`.
#[derive(Queryable, Insertable)]
#[diesel(table_name = application_keys)]
pub(crate) struct KeyRow {
    lookup: String,
    pa_id: String,
    digest: Vec<u8>,
}

impl ApplicationRow {
    /// The row of an application.
    pub(crate) fn of(application: &Application) -> Self {
        Self {
            pa_id: application.pa_id.to_string(),
            form_type: application.form_type.clone(),
            status: application.status.as_str().to_owned(),
            data: data_text(&application.data),
            original: application.original.as_str().to_owned(),
            created_at: application.created_at.microseconds(),
            updated_at: application.updated_at.microseconds(),
            revision: application.revision,
        }
    }

    /// The application of the row.
    pub(crate) fn into_application(self) -> Result<Application, StoreError> {
        let corrupt = |column| corrupt("applications", column, &self.pa_id);
        let time = |column, microseconds| {
            Timestamp::from_microseconds(microseconds).ok_or_else(|| corrupt(column))
        };
        Ok(Application {
            pa_id: PaId::parse(&self.pa_id).ok_or_else(|| corrupt("pa_id"))?,
            status: Status::parse(&self.status).ok_or_else(|| corrupt("status"))?,
            data: data(&self.data).ok_or_else(|| corrupt("data"))?,
            original: BlobKey::parse(&self.original).ok_or_else(|| corrupt("original"))?,
            created_at: time("created_at", self.created_at)?,
            updated_at: time("updated_at", self.updated_at)?,
            revision: self.revision,
            form_type: self.form_type,
        })
    }
}

impl KeyRow {
    /// The row of a key.
    pub(crate) fn of(key: &StoredKey) -> Self {
        Self {
            lookup: key.lookup.as_str().to_owned(),
            pa_id: key.pa_id.to_string(),
            digest: key.digest.as_bytes().to_vec(),
        }
    }

    /// The key of the row. An error names the application, so that no part of a key is in it.
    pub(crate) fn into_key(self) -> Result<StoredKey, StoreError> {
        let corrupt = |column| corrupt("application_keys", column, &self.pa_id);
        let digest = <[u8; 32]>::try_from(self.digest).map_err(|_| corrupt("digest"))?;
        Ok(StoredKey {
            pa_id: PaId::parse(&self.pa_id).ok_or_else(|| corrupt("pa_id"))?,
            lookup: KeyLookup::from_stored(self.lookup),
            digest: KeyDigest::from_stored(digest),
        })
    }
}

/// The text of the column `data`.
pub(crate) fn data_text(data: &Data) -> String {
    data_json::to_text(&Value::Object(data.members().clone()))
}

/// The error for a column that makes no sense.
pub(crate) fn corrupt(table: &'static str, column: &'static str, row: impl ToString) -> StoreError {
    StoreError::Corrupt {
        table,
        column,
        row: row.to_string(),
    }
}

fn data(text: &str) -> Option<Data> {
    match data_json::parse(text.as_bytes(), Limits::STORED) {
        Ok(Value::Object(members)) => Some(Data::from_checked(members)),
        _ => None,
    }
}
