//! Whether the database's files are still the ones that were opened, and whole. SQLite goes on
//! writing to files that were removed, and all of it is lost with the last descriptor.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use ports::StoreError;

use crate::file::{self, FileIdentity};

const DATABASE_NOT_IN_PLACE: &str = "the file of the database was moved, removed or replaced after \
    the start: stop the service, put the file back that it had open, with its log (-wal), and \
    start it again";

/// Whatever was in the rest is lost, but for what connections still have in memory.
const DATABASE_CUT: &str = "the file of the database was made shorter after the start: stop the \
    service, call `verify`, and where it finds damage put the right file in its place or restore a \
    backup";

/// The last descriptor of the database that is closed takes what the log holds into the database,
/// by whatever name the log is found then.
const LOG_NOT_IN_PLACE: &str = "the log of the database (-wal, -shm) was moved, removed or \
    replaced after the start: end the service with SIGTERM, which takes what was acknowledged from \
    the log into the database, and start it again";

/// The files of a database that is open.
pub(crate) struct OpenedFiles {
    database: OpenedFile,
    /// The largest size of the database at any look, since nothing here makes it smaller. Once it
    /// was smaller this is more than any file has: what is written later fills the file up, but not
    /// with what is missing.
    bytes_min: AtomicU64,
    /// `-wal` and `-shm`: they stay as long as anything has the database open. One that was not
    /// found is not looked for again.
    log: Vec<OpenedFile>,
}

/// What a name led to when it was opened.
struct OpenedFile {
    path: PathBuf,
    identity: FileIdentity,
}

impl OpenedFiles {
    /// Those of a database that something keeps open from before this to the end.
    pub(crate) fn of(database: &Path) -> io::Result<Self> {
        // SQLite has the log beside the file that a link leads to.
        let target = database.canonicalize()?;
        let log = ["-wal", "-shm"].map(|end| {
            let mut path = target.clone().into_os_string();
            path.push(end);
            OpenedFile::of(path.into())
        });
        let (_, bytes) = file::look(database)?;
        Ok(Self {
            database: OpenedFile::of(database.to_owned())?,
            bytes_min: AtomicU64::new(bytes),
            log: log.into_iter().flatten().collect(),
        })
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> &Path {
        &self.database.path
    }

    /// Whether the name of the database still leads to the file that was opened.
    pub(crate) fn is_database_in_place(&self) -> bool {
        let seen = self.database.see_in_place(DATABASE_NOT_IN_PLACE);
        seen.is_ok()
    }

    /// Refuses where a name leads to another file than the one that was opened, or to none, and
    /// where the database became smaller.
    pub(crate) fn see_in_place(&self) -> Result<(), StoreError> {
        // Before the look: others may look at a larger file meanwhile.
        let bytes_min = self.bytes_min.load(Ordering::SeqCst);
        let bytes = self.database.see_in_place(DATABASE_NOT_IN_PLACE)?;
        if bytes < bytes_min {
            self.bytes_min.store(u64::MAX, Ordering::SeqCst);
            return Err(StoreError::Unavailable(DATABASE_CUT.into()));
        }
        self.bytes_min.fetch_max(bytes, Ordering::SeqCst);
        self.log
            .iter()
            .try_for_each(|file| file.see_in_place(LOG_NOT_IN_PLACE).map(drop))
    }
}

impl OpenedFile {
    fn of(path: PathBuf) -> io::Result<Self> {
        let (identity, _) = file::look(&path)?;
        Ok(Self { path, identity })
    }

    /// The size that it has now.
    fn see_in_place(&self, otherwise: &'static str) -> Result<u64, StoreError> {
        match file::look(&self.path) {
            Ok((found, bytes)) if found == self.identity => Ok(bytes),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(StoreError::Unavailable(error.into()))
            }
            _ => Err(StoreError::Unavailable(otherwise.into())),
        }
    }
}
