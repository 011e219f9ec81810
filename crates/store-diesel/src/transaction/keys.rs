//! The digests of application keys.

use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::key::KeyLookup;
use ports::{FoundKey, KeyRows, StoreError, StoredKey};

use super::{Connection, Rows};
use crate::rows::{KeyRow, StampRow};
use crate::schema::{application_keys, applications};

/// The row of a key and what tells the state of its application, in one statement.
pub(crate) fn find_key(
    connection: &mut Connection,
    lookup: &KeyLookup,
) -> QueryResult<Option<(KeyRow, StampRow)>> {
    application_keys::table
        .find(lookup.as_str())
        .inner_join(applications::table)
        .select((KeyRow::as_select(), StampRow::as_select()))
        .get_result(connection)
        .optional()
}

impl KeyRows for Rows<'_> {
    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        self.count_all_up()?;
        self.query(|connection| find_key(connection, lookup))?
            .map(KeyRow::into_found)
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
