//! Whether anything was committed, as the index of the write-ahead log tells it.
//!
//! Each commit, of whatever process, changes the header of that index before anybody can be told of
//! it, and a reader's transaction shows exactly the state that the header names when it begins: so
//! what was found in one state holds as long as the header is the same (sqlite.org/walformat.html,
//! 2.1). Looking at it costs a fraction of a transaction.

use std::fs::{self, File};
use std::mem::ManuallyDrop;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::Mutex;

use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, SqliteConnection};

use crate::connection::url_of_existing;

/// The size of the header, which the index has twice: a commit writes the second one first.
const HEADER_BYTES: usize = 48;
/// Where the header has its version (a number in the machine's order), and whether it is in use.
const VERSION: std::ops::Range<usize> = 0..4;
const IS_IN_USE: usize = 12;
/// The one version that there is.
const KNOWN_VERSION: u32 = 3_007_000;

/// Opening the log needs no more than this: it waits for another process that mends it.
const OPEN: &str = "PRAGMA busy_timeout = 5000; SELECT count(*) FROM sqlite_schema";

/// The index of one database.
pub(crate) struct WalIndex {
    /// Never closed: with any descriptor of the file the process would give up the locks that
    /// SQLite has on it (see `file.rs`).
    file: ManuallyDrop<File>,
    /// Nobody takes the index away, or makes another one, while it is open here. It begins no
    /// transaction, so no other one waits for it.
    _open: Mutex<SqliteConnection>,
}

/// What the database held at a moment, compared with what it holds at another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CommittedState([u8; HEADER_BYTES]);

impl WalIndex {
    /// That of a database which is in use. `None` if it cannot be read.
    pub(crate) fn open(database: &Path) -> Option<Self> {
        // SQLite has the index beside the file that a link leads to.
        let database = fs::canonicalize(database).ok()?;
        let database = database.to_str()?;
        let mut open = SqliteConnection::establish(&url_of_existing(database)).ok()?;
        open.batch_execute(OPEN).ok()?;
        let file = ManuallyDrop::new(File::open(format!("{database}-shm")).ok()?);
        Some(Self {
            file,
            _open: Mutex::new(open),
        })
    }

    /// What is committed now. `None` while a commit is being told, or where the index is not
    /// understood.
    pub(crate) fn state(&self) -> Option<CommittedState> {
        let mut headers = [0; 2 * HEADER_BYTES];
        self.file.read_exact_at(&mut headers, 0).ok()?;
        CommittedState::of(&headers)
    }
}

impl CommittedState {
    fn of(headers: &[u8; 2 * HEADER_BYTES]) -> Option<Self> {
        let (first, second) = headers.split_at(HEADER_BYTES);
        let header = <[u8; HEADER_BYTES]>::try_from(first).ok()?;
        let version = header[VERSION].try_into().map(u32::from_ne_bytes).ok()?;
        let is_known = version == KNOWN_VERSION && header[IS_IN_USE] == 1;
        (is_known && first == second).then_some(Self(header))
    }

    /// States that are the same where their numbers are.
    #[cfg(test)]
    pub(crate) fn of_number(number: u8) -> Self {
        Self([number; HEADER_BYTES])
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

    use diesel::connection::SimpleConnection as _;
    use diesel::{Connection as _, SqliteConnection};

    use super::{CommittedState, HEADER_BYTES, IS_IN_USE, KNOWN_VERSION, VERSION, WalIndex};

    #[test]
    fn the_state_changes_with_each_commit_and_with_nothing_else() -> Result<(), Box<dyn Error>> {
        let directory = tempfile::tempdir()?;
        let file = directory.path().join("of ? and #.db");
        let mut connection = SqliteConnection::establish(file.to_str().ok_or("no path")?)?;
        let create = "CREATE TABLE numbers (number INTEGER)";
        connection.batch_execute(&format!("PRAGMA journal_mode = WAL; {create}"))?;
        let index = WalIndex::open(&file).ok_or("no index")?;
        let mut before = vec![index.state().ok_or("no state")?];
        for sql in [
            "SELECT * FROM numbers",
            "BEGIN IMMEDIATE; INSERT INTO numbers VALUES (1); ROLLBACK",
            "PRAGMA wal_checkpoint(PASSIVE)",
        ] {
            connection.batch_execute(sql)?;
            assert_eq!(index.state().as_ref(), before.last(), "{sql}");
        }
        for sql in [
            "INSERT INTO numbers VALUES (1)",
            "PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO numbers VALUES (1)",
            "DELETE FROM numbers",
            "PRAGMA wal_checkpoint(RESTART); INSERT INTO numbers VALUES (1)",
            "DELETE FROM numbers",
            "VACUUM",
        ] {
            connection.batch_execute(sql)?;
            let state = index.state().ok_or("no state")?;
            assert!(!before.contains(&state), "{sql}");
            before.push(state);
        }
        Ok(())
    }

    #[test]
    fn a_header_that_is_being_written_is_no_state() {
        let mut headers = [7; 2 * HEADER_BYTES];
        for at in [0, HEADER_BYTES] {
            headers[at..][VERSION].copy_from_slice(&KNOWN_VERSION.to_ne_bytes());
            headers[at + IS_IN_USE] = 1;
        }
        assert!(CommittedState::of(&headers).is_some());
        for at in [VERSION.start, IS_IN_USE, HEADER_BYTES - 1, HEADER_BYTES] {
            let mut torn = headers;
            torn[at] ^= 1;
            assert_eq!(CommittedState::of(&torn), None, "byte {at}");
        }
        let mut of_another_version = headers;
        for at in [0, HEADER_BYTES] {
            of_another_version[at..][VERSION].copy_from_slice(&1_u32.to_ne_bytes());
        }
        assert_eq!(CommittedState::of(&of_another_version), None);
    }
}
