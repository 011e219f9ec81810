//! The port's transaction over one connection: every query of the service. Compiled once for each connection type.

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use domain::application::NUMBER_MAX;
use domain::key::KeyLookup;
use domain::{Application, BlobKey, Data, PaId, Revision, Status, Timestamp};
use ports::{Access, Committed, StoreError, StoredKey, Transaction, Work};

use super::Connection;
use crate::errors::store_error;
use crate::rows::{ApplicationRow, KeyRow, corrupt, data_text};
use crate::schema::{application_keys, applications, loose_blobs, year_counters};

/// Runs the work on a connection on which a transaction has begun. `Ok` asks for commit, `Err` for rollback.
pub(super) fn run(connection: &mut Connection, access: Access, work: Work) -> Result<Kept, Undone> {
    let mut rows = Rows {
        connection,
        access,
        locked: Vec::new(),
        erased: false,
        failed: false,
    };
    match work(&mut rows) {
        Committed::No => Err(Undone::AsWanted),
        Committed::Yes if rows.failed => Err(Undone::Failed(spent())),
        Committed::Yes => Ok(Kept {
            erased: rows.erased,
        }),
    }
}

/// Whether the database answers and has its tables.
pub(super) fn check(connection: &mut Connection) -> Result<(), StoreError> {
    applications::table
        .select(applications::revision)
        .first::<i64>(connection)
        .optional()
        .map(drop)
        .map_err(store_error)
}

/// What a transaction that is to be kept did.
pub(super) struct Kept {
    /// It removed an application, whose content must not linger in the database's files.
    pub(super) erased: bool,
}

/// Why nothing of a transaction was kept.
pub(super) enum Undone {
    /// The work said so.
    AsWanted,
    /// Something failed, possibly the commit.
    Failed(StoreError),
}

impl Undone {
    /// What to answer when nothing was kept.
    pub(super) fn answer(self) -> Result<(), StoreError> {
        match self {
            Self::AsWanted => Ok(()),
            Self::Failed(error) => Err(error),
        }
    }
}

impl From<Error> for Undone {
    fn from(error: Error) -> Self {
        Self::Failed(store_error(error))
    }
}

struct Rows<'connection> {
    connection: &'connection mut Connection,
    access: Access,
    locked: Vec<PaId>,
    erased: bool,
    failed: bool,
}

impl Rows<'_> {
    /// Runs a query, unless an earlier one failed.
    fn query<T>(
        &mut self,
        query: impl FnOnce(&mut Connection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if self.failed {
            return Err(spent());
        }
        query(self.connection).map_err(|error| {
            self.failed = true;
            store_error(error)
        })
    }

    /// Runs a query that changes something.
    fn change<T>(
        &mut self,
        query: impl FnOnce(&mut Connection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if self.access == Access::Read {
            return self.refuse("a reading work wanted to change something");
        }
        self.query(query)
    }

    /// Runs a query that changes an application which this transaction has locked.
    fn change_locked(
        &mut self,
        pa_id: PaId,
        query: impl FnOnce(&mut Connection) -> QueryResult<usize>,
    ) -> Result<(), StoreError> {
        if !self.locked.contains(&pa_id) {
            return self.refuse("an application was to be changed without its lock");
        }
        self.change(query).map(drop)
    }

    fn refuse<T>(&mut self, what: &'static str) -> Result<T, StoreError> {
        self.failed = true;
        Err(StoreError::Failed(what.into()))
    }
}

impl Transaction for Rows<'_> {
    fn next_pa_id(&mut self, year: u8) -> Result<Option<PaId>, StoreError> {
        use diesel::query_dsl::methods::FilterDsl as _;
        use year_counters::last_number;
        let number = self.change(|connection| {
            diesel::insert_into(year_counters::table)
                .values((year_counters::year.eq(i32::from(year)), last_number.eq(1)))
                .on_conflict(year_counters::year)
                .do_update()
                .set(last_number.eq(last_number + 1))
                .filter(last_number.lt(i32::from(NUMBER_MAX)))
                .returning(last_number)
                .get_result::<i32>(connection)
                .optional()
        })?;
        number
            .map(|number| {
                u16::try_from(number)
                    .ok()
                    .and_then(|number| PaId::new(year, number))
                    .ok_or_else(|| corrupt("year_counters", "last_number", year))
            })
            .transpose()
    }

    fn lock(&mut self, pa_id: PaId) -> Result<Option<Revision>, StoreError> {
        use applications::revision;
        let counted = self.change(|connection| {
            diesel::update(applications::table.find(pa_id.to_string()))
                .set(revision.eq(revision + 1))
                .returning(revision)
                .get_result::<i64>(connection)
                .optional()
        })?;
        if counted.is_some() {
            self.locked.push(pa_id);
        }
        Ok(counted)
    }

    fn add_application(
        &mut self,
        application: &Application,
        key: &StoredKey,
    ) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::insert_into(applications::table)
                .values(ApplicationRow::of(application))
                .execute(connection)?;
            diesel::insert_into(application_keys::table)
                .values(KeyRow::of(key))
                .execute(connection)
        })?;
        self.locked.push(application.pa_id);
        Ok(())
    }

    fn find_application(&mut self, pa_id: PaId) -> Result<Option<Application>, StoreError> {
        self.query(|connection| {
            applications::table
                .find(pa_id.to_string())
                .first::<ApplicationRow>(connection)
                .optional()
        })?
        .map(ApplicationRow::into_application)
        .transpose()
    }

    fn save_data(
        &mut self,
        pa_id: PaId,
        data: &Data,
        status: Status,
        updated_at: Timestamp,
    ) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::update(applications::table.find(pa_id.to_string()))
                .set((
                    applications::data.eq(data_text(data)),
                    applications::status.eq(status.as_str()),
                    applications::updated_at.eq(updated_at.microseconds()),
                ))
                .execute(connection)
        })
    }

    fn remove_application(&mut self, pa_id: PaId) -> Result<(), StoreError> {
        self.change_locked(pa_id, |connection| {
            diesel::delete(applications::table.find(pa_id.to_string())).execute(connection)
        })?;
        self.locked.retain(|locked| *locked != pa_id);
        self.erased = true;
        Ok(())
    }

    fn find_key(&mut self, lookup: &KeyLookup) -> Result<Option<StoredKey>, StoreError> {
        self.query(|connection| {
            application_keys::table
                .find(lookup.as_str())
                .first::<KeyRow>(connection)
                .optional()
        })?
        .map(KeyRow::into_key)
        .transpose()
    }

    fn add_loose_blob(&mut self, key: &BlobKey, since: Timestamp) -> Result<(), StoreError> {
        self.change(|connection| {
            diesel::insert_into(loose_blobs::table)
                .values((
                    loose_blobs::key.eq(key.as_str()),
                    loose_blobs::since.eq(since.microseconds()),
                ))
                .execute(connection)
        })
        .map(drop)
    }

    fn remove_loose_blob(&mut self, key: &BlobKey) -> Result<bool, StoreError> {
        self.change(|connection| {
            diesel::delete(loose_blobs::table.find(key.as_str())).execute(connection)
        })
        .map(|count| count > 0)
    }

    fn list_loose_blobs(
        &mut self,
        before: Timestamp,
        count_max: usize,
    ) -> Result<Vec<BlobKey>, StoreError> {
        let listed = self.query(|connection| {
            loose_blobs::table
                .filter(loose_blobs::since.le(before.microseconds()))
                .order((loose_blobs::since, loose_blobs::key))
                .select(loose_blobs::key)
                .limit(i64::try_from(count_max).unwrap_or(i64::MAX))
                .load::<String>(connection)
        })?;
        listed
            .into_iter()
            .map(|key| BlobKey::parse(&key).ok_or_else(|| corrupt("loose_blobs", "key", key)))
            .collect()
    }
}

/// After a failed statement the databases differ in what they still do: nothing more is tried.
fn spent() -> StoreError {
    StoreError::Failed("an earlier step of the transaction failed".into())
}
