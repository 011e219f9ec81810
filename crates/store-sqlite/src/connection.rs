//! How each connection is opened and tuned.

use std::error::Error as _;
use std::fmt;
use std::sync::{Arc, OnceLock};

use diesel::connection::SimpleConnection as _;
use diesel::r2d2::{CustomizeConnection, Error};
use diesel::{ConnectionError, SqliteConnection};
use ports::StoreError;

use crate::opened_files::OpenedFiles;

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

/// What SQLite opens at an absolute path: the file that is there, never a new one. A connection may
/// be made long after the start, when the file was moved away.
pub(crate) fn url_of_existing(path: &str) -> String {
    let path = path.replace('%', "%25");
    let path = path.replace('?', "%3f").replace('#', "%23");
    format!("file://{path}?mode=rw")
}

/// Runs the pragmas on every new connection of a pool.
pub(crate) struct TuneSqlite {
    /// The files that the first connections have opened, once that is known.
    pub(crate) files: Arc<OnceLock<Arc<OpenedFiles>>>,
}

impl fmt::Debug for TuneSqlite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TuneSqlite")
    }
}

impl CustomizeConnection<SqliteConnection, Error> for TuneSqlite {
    /// Refuses a later connection where other files lie in the place of those that the rest has
    /// open, before anything of them is read or changed.
    fn on_acquire(&self, connection: &mut SqliteConnection) -> Result<(), Error> {
        if let Some(files) = self.files.get() {
            files.see_in_place().map_err(refused)?;
        }
        PRAGMAS
            .iter()
            .try_for_each(|pragma| connection.batch_execute(pragma))
            .map_err(Error::QueryError)
    }
}

fn refused(error: StoreError) -> Error {
    let why = error
        .source()
        .map_or_else(|| error.to_string(), ToString::to_string);
    Error::ConnectionError(ConnectionError::BadConnection(why))
}

#[cfg(test)]
mod tests {
    use diesel::{Connection as _, SqliteConnection};

    use super::url_of_existing;

    #[test]
    fn url_of_existing_leads_to_the_very_file_and_makes_none() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["plain.db", "of ? and # and %3f.db", "ä&b=c.db"] {
            let file = folder.path().join(name);
            let url = url_of_existing(file.to_str().unwrap());
            assert!(SqliteConnection::establish(&url).is_err(), "{name}");
            assert!(!file.exists(), "{name}");
            std::fs::write(&file, "").unwrap();
            assert!(SqliteConnection::establish(&url).is_ok(), "{name}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
