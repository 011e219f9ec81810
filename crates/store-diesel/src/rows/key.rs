//! Rows of `application_keys`.

use diesel::{Insertable, Queryable, Selectable};
use domain::PaId;
use domain::key::{KeyDigest, KeyLookup};
use ports::{FoundKey, StoreError, StoredKey};

use super::{StampRow, corrupt, digest};
use crate::schema::application_keys;

/// A row of `application_keys`.
#[derive(Clone, Queryable, Insertable, Selectable)]
#[diesel(table_name = application_keys, treat_none_as_default_value = false)]
pub(crate) struct KeyRow {
    lookup: String,
    pa_id: String,
    digest: Vec<u8>,
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

    /// Whether it is the row of a key with this lookup id.
    #[cfg(feature = "postgres")]
    pub(crate) fn is_of(&self, lookup: &KeyLookup) -> bool {
        self.lookup == lookup.as_str()
    }

    /// The key of the row, and the state of its application.
    pub(crate) fn into_found((row, stamp): (Self, StampRow)) -> Result<FoundKey, StoreError> {
        let key = row.into_key()?;
        let stamp = stamp.into_stamp(key.pa_id)?;
        Ok(FoundKey { key, stamp })
    }

    /// The key of the row. An error names the application, so that no part of a key is in it.
    pub(crate) fn into_key(self) -> Result<StoredKey, StoreError> {
        let wrong = |column| corrupt("application_keys", column, &self.pa_id);
        let digest = digest(self.digest, || wrong("digest"))?;
        Ok(StoredKey {
            pa_id: PaId::parse(&self.pa_id).ok_or_else(|| wrong("pa_id"))?,
            lookup: KeyLookup::from_stored(self.lookup),
            digest: KeyDigest::from_stored(digest),
        })
    }
}
