//! Whether the database's files are still the ones that were opened. SQLite goes on writing to
//! files that were removed, and all of it is lost with the last descriptor.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ports::StoreError;

use crate::file::{self, FileIdentity};

const DATABASE_NOT_IN_PLACE: &str = "the file of the database was moved, removed or replaced after \
    the start: put the right one in its place and restart the service";

/// The last descriptor of the database that is closed takes what the log holds into the database,
/// by whatever name the log is found then.
const LOG_NOT_IN_PLACE: &str = "the log of the database (-wal, -shm) was moved, removed or \
    replaced after the start: end the service with SIGTERM, which takes what was acknowledged from \
    the log into the database, and start it again";

/// The files of a database that is open.
pub(crate) struct OpenedFiles {
    database: OpenedFile,
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
        Ok(Self {
            database: OpenedFile::of(database.to_owned())?,
            log: log.into_iter().flatten().collect(),
        })
    }

    /// The name of the database.
    pub(crate) fn database(&self) -> &Path {
        &self.database.path
    }

    /// Refuses where a name leads to another file than the one that was opened, or to none.
    pub(crate) fn see_in_place(&self) -> Result<(), StoreError> {
        self.database.see_in_place(DATABASE_NOT_IN_PLACE)?;
        let mut log = self.log.iter();
        log.try_for_each(|file| file.see_in_place(LOG_NOT_IN_PLACE))
    }
}

impl OpenedFile {
    fn of(path: PathBuf) -> io::Result<Self> {
        Ok(Self {
            identity: file::identity(&path)?,
            path,
        })
    }

    fn see_in_place(&self, otherwise: &'static str) -> Result<(), StoreError> {
        match file::identity(&self.path) {
            Ok(found) if found == self.identity => Ok(()),
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(StoreError::Unavailable(error.into()))
            }
            _ => Err(StoreError::Unavailable(otherwise.into())),
        }
    }
}
