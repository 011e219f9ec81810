//! The write-ahead log after something was erased: old content stays in it until it is overwritten,
//! which takes days where little is written.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Integer;
use diesel::{QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query};

/// How long readers are waited for that still see what was erased, in milliseconds. All others who
/// write wait as long: enough for a request, not for a backup.
pub(super) const PATIENCE_MS: i32 = 250;

/// From one try to the next while a reader stands in the way: each one moves what it can, which
/// takes a sync of the disk.
const PAUSE: Duration = Duration::from_secs(1);

/// How long all who stand in the way are waited for at the end of a service.
const CLOSING_PATIENCE: Duration = Duration::from_secs(5);

/// From one try to the next then: SQLite itself waits for readers, but not for another connection
/// that moves the log.
const CLOSING_PAUSE: Duration = Duration::from_millis(10);

/// When the log is to be emptied; `None` while it holds nothing that was erased.
#[derive(Debug)]
pub(super) struct ErasedLog(Mutex<Option<Instant>>);

impl Default for ErasedLog {
    /// Of a log that may have been left by a crash: the first commit empties it.
    fn default() -> Self {
        Self(Mutex::new(Some(Instant::now())))
    }
}

#[derive(QueryableByName)]
struct BusyTimeout {
    #[diesel(sql_type = Integer)]
    timeout: i32,
}

#[derive(QueryableByName)]
struct Checkpoint {
    #[diesel(sql_type = Integer)]
    busy: i32,
}

impl ErasedLog {
    /// Empties the log after a commit that has erased something. Where a long reader stands in the
    /// way, that is left to [`ErasedLog::try_again`]; the change itself is committed.
    pub(super) fn empty(&self, connection: &mut SqliteConnection) {
        self.empty_within(connection, PATIENCE_MS);
    }

    /// Empties the log after any other commit, if something erased may be left in it, without
    /// waiting.
    pub(super) fn try_again(&self, connection: &mut SqliteConnection) {
        let is_due = self.due().is_some_and(|due| due <= Instant::now());
        if is_due {
            self.empty_within(connection, 0);
        }
    }

    fn empty_within(&self, connection: &mut SqliteConnection, patience_ms: i32) {
        let is_empty = empty_log(connection, patience_ms).unwrap_or(false);
        *self.due() = (!is_empty).then(|| Instant::now() + PAUSE);
    }

    fn due(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Empties the log at the end of a service, and answers whether that could be done.
pub(super) fn empty_log_in_time(connection: &mut SqliteConnection) -> diesel::QueryResult<bool> {
    let until = Instant::now() + CLOSING_PATIENCE;
    loop {
        let is_empty = empty_log(connection, PATIENCE_MS)?;
        if is_empty || Instant::now() >= until {
            return Ok(is_empty);
        }
        sleep(CLOSING_PAUSE);
    }
}

/// Moves the log into the database file, where `secure_delete` has overwritten what was deleted,
/// and cuts it to nothing. Answers whether that could be done.
pub(super) fn empty_log(
    connection: &mut SqliteConnection,
    patience_ms: i32,
) -> diesel::QueryResult<bool> {
    let usual: BusyTimeout = sql_query("PRAGMA busy_timeout").get_result(connection)?;
    connection.batch_execute(&format!("PRAGMA busy_timeout = {patience_ms}"))?;
    let checkpoint = sql_query("PRAGMA wal_checkpoint(TRUNCATE)");
    let checkpoint = checkpoint.get_result::<Checkpoint>(connection);
    connection.batch_execute(&format!("PRAGMA busy_timeout = {}", usual.timeout))?;
    Ok(checkpoint?.busy == 0)
}
