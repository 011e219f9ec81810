//! The port's transaction over one connection: every query of the service, in one module for each resource. Compiled once for each
//! connection type.

#[path = "transaction/applications.rs"]
mod applications;
#[path = "transaction/attachments.rs"]
mod attachments;
#[path = "transaction/blobs.rs"]
mod blobs;
#[path = "transaction/cost_positions.rs"]
mod cost_positions;
#[path = "transaction/keys.rs"]
mod keys;
#[path = "transaction/listing.rs"]
mod listing;
#[path = "transaction/replays.rs"]
mod replays;

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use domain::PaId;
use ports::{Access, Committed, StoreError, Work};

use super::Connection;
use crate::errors::store_error;
use crate::schema;

/// The database's own SQL.
type Backend = <Connection as diesel::Connection>::Backend;

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
    schema::applications::table
        .select(schema::applications::revision)
        .first::<i64>(connection)
        .optional()
        .map(drop)
        .map_err(store_error)
}

/// What a transaction that is to be kept did.
pub(super) struct Kept {
    /// It removed what must not linger in the database's files.
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
    fn change_locked<T>(
        &mut self,
        pa_id: PaId,
        query: impl FnOnce(&mut Connection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if !self.locked.contains(&pa_id) {
            return self.refuse("an application was to be changed without its lock");
        }
        self.change(query)
    }

    fn refuse<T>(&mut self, what: &'static str) -> Result<T, StoreError> {
        self.failed = true;
        Err(StoreError::Failed(what.into()))
    }
}

/// After a failed statement the databases differ in what they still do: nothing more is tried.
fn spent() -> StoreError {
    StoreError::Failed("an earlier step of the transaction failed".into())
}
