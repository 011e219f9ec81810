//! How each connection is tuned.

use diesel::SqliteConnection;
use diesel::connection::SimpleConnection as _;
use diesel::r2d2::{CustomizeConnection, Error};

/// The time limit comes first: switching to WAL already needs a lock. Each pragma is a statement of
/// its own, else a failing one goes unnoticed.
const PRAGMAS: [&str; 6] = [
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA trusted_schema = OFF",
];

/// Runs the pragmas on every new connection of a pool.
#[derive(Debug)]
pub(crate) struct TuneSqlite;

impl CustomizeConnection<SqliteConnection, Error> for TuneSqlite {
    fn on_acquire(&self, connection: &mut SqliteConnection) -> Result<(), Error> {
        PRAGMAS
            .iter()
            .try_for_each(|pragma| connection.batch_execute(pragma))
            .map_err(Error::QueryError)
    }
}
