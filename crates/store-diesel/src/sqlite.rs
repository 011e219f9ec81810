//! The queries for SQLite, and how its transactions begin.

// A transaction that begins as a reader and then writes fails at once when another one wrote meanwhile, without waiting its turn
// (SQLITE_BUSY_SNAPSHOT): so writers begin IMMEDIATE, with the lock in hand.

use diesel::SqliteConnection;
use diesel::connection::{Connection as _, SimpleConnection as _};
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
        match outcome {
            Ok(kept) if kept.erased => {
                empty_log(self);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(undone) => undone.answer(),
        }
    }

    fn check(&mut self) -> Result<(), StoreError> {
        transaction::check(self)
    }
}

/// Moves the write-ahead log into the database file, where `secure_delete` has overwritten what was deleted, and cuts it to nothing. Else
/// old content stays in it until it is overwritten, which in a quiet house takes days.
fn empty_log(connection: &mut SqliteConnection) {
    // The change itself is committed. Where a long reader stands in the way, the next removal or the last close empties the log.
    let _ = connection.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)");
}
