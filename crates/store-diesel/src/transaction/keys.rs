//! The digests of application keys.

use diesel::prelude::*;
use domain::key::KeyLookup;
use ports::{KeyRows, StoreError, StoredKey};

use super::Rows;
use crate::rows::KeyRow;
use crate::schema::application_keys;

impl KeyRows for Rows<'_> {
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<StoredKey>, StoreError> {
        self.query(|connection| {
            application_keys::table
                .find(lookup.as_str())
                .get_result::<KeyRow>(connection)
                .optional()
        })?
        .map(KeyRow::into_key)
        .transpose()
    }

    fn replace_key(&mut self, key: &StoredKey) -> Result<(), StoreError> {
        self.change_locked(key.pa_id, |connection| {
            let of_the_application = application_keys::pa_id.eq(key.pa_id.to_string());
            // Added first: a lookup id that is in use is refused also where it is the one that
            // goes.
            diesel::insert_into(application_keys::table)
                .values(KeyRow::of(key))
                .execute(connection)?;
            diesel::delete(application_keys::table)
                .filter(of_the_application)
                .filter(application_keys::lookup.ne(key.lookup.as_str()))
                .execute(connection)
        })?;
        self.erased = true;
        Ok(())
    }
}
