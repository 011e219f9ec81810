//! The queries for SQLite, how its transactions begin, and how writers share one.

// A transaction that begins as a reader and then writes fails at once when another one wrote
// meanwhile, without waiting its turn (SQLITE_BUSY_SNAPSHOT): so writers begin IMMEDIATE, with the
// lock in hand.

use diesel::SqliteConnection;
use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::{PaId, Revision, Timestamp};
use ports::{AccessMode, StoreError, Work};

use crate::outcome::settle;
use crate::schema::{applications, replays};
use crate::store::Transact;

mod commit_group;
mod erased_log;
mod ids;
mod store;
mod write_queue;

use erased_log::ErasedLog;

pub use commit_group::GroupBounds;
pub use store::GroupingStore;

type Connection = SqliteConnection;

#[path = "transaction.rs"]
mod transaction;

impl Transact for SqliteConnection {
    fn begin_sql(access: AccessMode) -> &'static str {
        match access {
            AccessMode::Read => "BEGIN",
            AccessMode::Write => "BEGIN IMMEDIATE",
        }
    }

    fn transact(&mut self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let outcome = transaction::run(self, access, work);
        if settle(self, outcome)?.erased {
            ErasedLog::default().empty(self);
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), StoreError> {
        let outcome = transaction::check(self);
        settle(self, outcome).map(drop)
    }
}

/// The revision of an application; nobody else changes it, as no other writer is there.
fn hold_application(
    connection: &mut SqliteConnection,
    pa_id: PaId,
) -> QueryResult<Option<Revision>> {
    applications::table
        .find(pa_id.to_string())
        .select(applications::revision)
        .get_result(connection)
        .optional()
}

/// The keys of replays whose time is over, oldest first. No other writer is there who could hold
/// one of them.
fn due_replays(
    connection: &mut SqliteConnection,
    now: Timestamp,
    count_max: i64,
) -> QueryResult<Vec<Vec<u8>>> {
    replays::table
        .filter(replays::expires_at.le(now.microseconds()))
        .order((replays::expires_at, replays::scope_hash))
        .select(replays::scope_hash)
        .limit(count_max)
        .load(connection)
}

/// Applications of a form type that have no package, in the order of their numbers. No other writer
/// is there.
fn lock_without_package(
    connection: &mut SqliteConnection,
    form_type: &str,
    count_max: i64,
) -> QueryResult<Vec<String>> {
    applications::table
        .filter(applications::form_package.is_null())
        .filter(applications::form_type.eq(form_type))
        .order(applications::pa_id)
        .select(applications::pa_id)
        .limit(count_max)
        .load(connection)
}

/// Nothing to do: no other writer is there.
#[expect(
    clippy::unnecessary_wraps,
    reason = "other databases have to ask for it"
)]
fn hold_applications(_: &mut SqliteConnection) -> QueryResult<()> {
    Ok(())
}
