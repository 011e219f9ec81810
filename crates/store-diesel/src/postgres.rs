//! The queries for PostgreSQL, and how its transactions begin.

// Writers see what others committed before each statement (READ COMMITTED); what must not change
// under them they lock first, and wait for each other there. So no serialization failure can end a
// work, and none has to be run twice. No deadlock can either: who writes locks one application, or
// the counter of a year and then the application that it makes, and before both a form package that
// is new; who fills in packages locks applications in their order and nothing else; of the rows
// that nobody's lock guards (replays, loose blobs) a request takes at most one of a kind that is
// there already, but for the replays of an application that it removes; a sweep of replays passes
// over those that somebody holds, and one of loose blobs claims many at once and holds nothing
// else; counts of applications are changed when a transaction ends, in one order, and nothing is
// waited for after them; who counts anew holds all applications, and nothing before. Should the
// database report either all the same (from a trigger of its owner, say, or where two sweeps claim
// the same loose blobs at once), it is [`StoreError::Unavailable`]: nothing is kept, and the caller
// may try again.
//
// Readers see one state from the first look to the last (REPEATABLE READ), hold nobody up and
// cannot fail for it.

use diesel::PgConnection;
use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::result::QueryResult;
use domain::{PaId, Revision, Timestamp};
use ports::{AccessMode, StoreError, Work};

use crate::outcome::settle;
use crate::schema::{applications, replays};
use crate::store::Transact;

mod ids;
mod key_lookups;

pub use key_lookups::KeyLookups;

type Connection = PgConnection;

#[path = "transaction.rs"]
mod transaction;

/// How long the server lets a statement run.
pub const STATEMENT_SECONDS_MAX: u64 = 10;
/// How long the server lets a statement wait for a lock.
pub const LOCK_SECONDS_MAX: u64 = 8;

/// The limits hold for this transaction only (`SET LOCAL`): behind a pooler such as PgBouncer the
/// next one may run on another connection. A statement gets as long as a work waits for its turn; a
/// lock less, so that the server says what it was. A service that stands still in the middle of a
/// transaction loses it, and its locks, soon.
macro_rules! begin {
    ($mode:literal) => {
        concat!(
            "BEGIN ",
            $mode,
            "; SET LOCAL statement_timeout = '10s'; SET LOCAL lock_timeout = '8s'",
            "; SET LOCAL idle_in_transaction_session_timeout = '15s'"
        )
    };
}

impl Transact for PgConnection {
    fn begin_sql(access: AccessMode) -> &'static str {
        match access {
            AccessMode::Read => begin!("ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            AccessMode::Write => begin!("ISOLATION LEVEL READ COMMITTED READ WRITE"),
        }
    }

    fn transact(&mut self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let outcome = transaction::run(self, access, work);
        settle(self, outcome).map(drop)
    }

    fn check(&mut self) -> Result<(), StoreError> {
        let outcome = transaction::check(self);
        settle(self, outcome).map(drop)
    }
}

/// The revision of an application, which nobody else changes until the transaction ends; waits for
/// whoever does.
fn hold_application(connection: &mut PgConnection, pa_id: PaId) -> QueryResult<Option<Revision>> {
    applications::table
        .find(pa_id.to_string())
        .select(applications::revision)
        .for_no_key_update()
        .get_result(connection)
        .optional()
}

/// The keys of replays whose time is over, oldest first, locked. One that somebody holds is passed
/// over: it goes with its application, or at the next time.
fn due_replays(
    connection: &mut PgConnection,
    now: Timestamp,
    count_max: i64,
) -> QueryResult<Vec<Vec<u8>>> {
    replays::table
        .filter(replays::expires_at.le(now.microseconds()))
        .order((replays::expires_at, replays::scope_hash))
        .select(replays::scope_hash)
        .limit(count_max)
        .for_update()
        .skip_locked()
        .load(connection)
}

/// Applications of a form type that have no package, in the order of their numbers, locked: of two
/// who fill them in at once one waits for the other, and neither holds what the other waits for.
fn lock_without_package(
    connection: &mut PgConnection,
    form_type: &str,
    count_max: i64,
) -> QueryResult<Vec<String>> {
    applications::table
        .filter(applications::form_package.is_null())
        .filter(applications::form_type.eq(form_type))
        .order(applications::pa_id)
        .select(applications::pa_id)
        .limit(count_max)
        .for_no_key_update()
        .load(connection)
}

/// Locks the table of applications against changes by others until the transaction ends; waits for
/// changes under way.
fn hold_applications(connection: &mut PgConnection) -> QueryResult<()> {
    connection.batch_execute("LOCK TABLE applications IN SHARE ROW EXCLUSIVE MODE")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_gives_its_statements_the_times_that_are_said() {
        let limits = format!(
            "SET LOCAL statement_timeout = '{STATEMENT_SECONDS_MAX}s'; \
             SET LOCAL lock_timeout = '{LOCK_SECONDS_MAX}s'"
        );
        for access in [AccessMode::Read, AccessMode::Write] {
            assert!(PgConnection::begin_sql(access).contains(&limits));
        }
    }
}
