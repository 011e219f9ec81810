//! The port's transaction over one connection: every query of the service, in one module for each
//! resource. Compiled once for each connection type.
//!
//! What is found by a key is asked for with `get_result`, not `first`: that binds a LIMIT, and
//! SQLite (3.53) prepares a statement anew whenever a LIMIT is bound, since the number goes
//! into its plan.

#[path = "transaction/applications.rs"]
mod applications;
#[path = "transaction/archive.rs"]
mod archive;
#[path = "transaction/attachments.rs"]
mod attachments;
#[path = "transaction/blobs.rs"]
mod blobs;
#[path = "transaction/cleared_costs.rs"]
mod cleared_costs;
#[path = "transaction/cost_positions.rs"]
mod cost_positions;
#[path = "transaction/counts.rs"]
mod counts;
#[path = "transaction/form_packages.rs"]
mod form_packages;
#[path = "transaction/history.rs"]
mod history;
#[path = "transaction/keys.rs"]
pub(super) mod keys;
#[path = "transaction/listing.rs"]
mod listing;
#[path = "transaction/replays.rs"]
mod replays;

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use domain::PaId;
use ports::{AccessMode, StoreError, Work, WorkOutcome};

use super::{Connection, due_replays};
use crate::errors::store_error;
use crate::outcome::{CommitReport, RollbackReason};
use crate::rows::{SenselessRow, corrupt, take_senseless_row};
use crate::schema;

/// diesel's backend of this connection type.
type Backend = <Connection as diesel::Connection>::Backend;

/// Runs the work on a connection on which a transaction was begun. Answers whether it must be
/// committed or rolled back.
pub(super) fn run(
    connection: &mut Connection,
    access: AccessMode,
    work: Work,
) -> Result<CommitReport, RollbackReason> {
    let mut rows = Rows {
        connection,
        access,
        locked: Vec::new(),
        erased: false,
        failed: false,
        outage: None,
    };
    // What an earlier work of this thread came upon is not of this one.
    drop(take_senseless_row());
    let wanted = work(&mut rows);
    let senseless = take_senseless_row();
    if wanted == WorkOutcome::Commit && !rows.failed {
        rows.count_all_up().map_err(RollbackReason::Failed)?;
    }
    match wanted {
        // The work knows why; whoever watches the database does not.
        WorkOutcome::RollBack if let Some(outage) = rows.outage => {
            Err(RollbackReason::Failed(outage.into_error()))
        }
        WorkOutcome::RollBack => Err(senseless.map_or(RollbackReason::AsWanted, |row| {
            RollbackReason::Failed(SenselessRow::into_error(row))
        })),
        WorkOutcome::Commit if rows.failed => Err(RollbackReason::Failed(spent())),
        WorkOutcome::Commit => Ok(CommitReport {
            erased: rows.erased,
        }),
    }
}

/// Whether the database answers and has its tables, on a connection on which a transaction has
/// begun.
pub(super) fn check(connection: &mut Connection) -> Result<CommitReport, RollbackReason> {
    let found = schema::applications::table
        .select(schema::applications::revision)
        .first::<i64>(connection)
        .optional();
    match found {
        Ok(_) => Err(RollbackReason::AsWanted),
        Err(error) => Err(RollbackReason::Failed(store_error(error))),
    }
}

/// An application that this transaction holds.
struct LockedApplication {
    pa_id: PaId,
    /// Whether its new revision is written. That waits for the first other change of its row, or
    /// for whoever asks for it, so that a change writes the row once.
    is_counted: bool,
}

struct Rows<'connection> {
    connection: &'connection mut Connection,
    access: AccessMode,
    locked: Vec<LockedApplication>,
    erased: bool,
    failed: bool,
    outage: Option<Outage>,
}

/// What a failed step says of the database itself.
enum Outage {
    Away,
    Damaged,
}

impl Outage {
    fn told_by(error: &StoreError) -> Option<Self> {
        match error {
            StoreError::Unavailable(_) | StoreError::Full(_) => Some(Self::Away),
            StoreError::Damaged(_) => Some(Self::Damaged),
            _ => None,
        }
    }

    fn into_error(self) -> StoreError {
        let what = "a step of the transaction could not be done".into();
        match self {
            Self::Away => StoreError::Unavailable(what),
            Self::Damaged => StoreError::Damaged(what),
        }
    }
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
            let error = store_error(error);
            self.failed = true;
            self.outage = Outage::told_by(&error);
            error
        })
    }

    /// Runs a query for rows of a table, as those of an application. One of them may hold bytes
    /// that are no text, as a disk leaves them; the database has answered then, and the
    /// transaction goes on.
    fn query_of<T>(
        &mut self,
        (table, row): (&'static str, impl ToString),
        query: impl FnOnce(&mut Connection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        let answer = self.query(|connection| match query(connection) {
            Err(Error::DeserializationError(_)) => Ok(None),
            answer => answer.map(Some),
        })?;
        answer.ok_or_else(|| corrupt(table, "a text", row))
    }

    /// Runs a query that changes something.
    fn change<T>(
        &mut self,
        query: impl FnOnce(&mut Connection) -> QueryResult<T>,
    ) -> Result<T, StoreError> {
        if self.access == AccessMode::Read {
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
        if !self.locked.iter().any(|locked| locked.pa_id == pa_id) {
            return self.refuse("an application was to be changed without its lock");
        }
        self.change(query)
    }

    /// Fails with a conflict that no constraint of the tables detects.
    fn conflict<T>(&mut self, what: &'static str) -> Result<T, StoreError> {
        self.failed = true;
        Err(StoreError::Conflict(what.into()))
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
