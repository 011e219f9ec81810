//! The queries for SQLite, and how its transactions begin.

// A transaction that begins as a reader and then writes fails at once when another one wrote meanwhile, without waiting its turn
// (SQLITE_BUSY_SNAPSHOT): so writers begin IMMEDIATE, with the lock in hand.

use diesel::SqliteConnection;
use diesel::connection::Connection as _;
use ports::{Access, StoreError, Work};

use crate::store::Transact;

type Connection = SqliteConnection;

#[path = "transaction.rs"]
mod transaction;

impl Transact for SqliteConnection {
    fn transact(&mut self, access: Access, work: Work) -> Result<(), StoreError> {
        let outcome = match access {
            Access::Read => {
                self.transaction(|connection| transaction::run(connection, access, work))
            }
            Access::Write => {
                self.immediate_transaction(|connection| transaction::run(connection, access, work))
            }
        };
        transaction::Undone::or_kept(outcome)
    }

    fn check(&mut self) -> Result<(), StoreError> {
        transaction::check(self)
    }
}
