//! Whether another instance serves the rows in a file: `serve` holds a lock beside it as long as it
//! runs. The kernel takes it back when the process ends, however that ends; the file stays, and
//! means nothing. Commands need no lock: they may run beside the service.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use anyhow::Context as _;
use tracing::warn;

use crate::first_start::make_folder;

/// What is put behind the name of the file with the rows.
const SUFFIX: &str = "-lock";

/// A process that was killed while it started a worker leaves the lock with that worker until it
/// has begun its program.
const TRIES: u32 = 10;

const PAUSE: Duration = Duration::from_millis(50);

/// Tells others that this instance serves; given up when dropped.
#[derive(Debug)]
pub struct InstanceLock {
    /// Holds the lock while it is open.
    _file: File,
}

impl InstanceLock {
    /// Of the rows in this file, whose folder is made if it is not there. None, with a warning in
    /// the log, where another instance has it: what is stored stays right with both, as when one
    /// takes over from the other; what each counts in its memory does not add up.
    pub fn hold(database: &Path) -> anyhow::Result<Option<Self>> {
        let file = opened(database).context("The lock beside the database cannot be opened")?;
        for _ in 1..TRIES {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                _ => break,
            }
        }
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => {
                warn!(
                    "another formservice serves from the same SQLite file: each counts limits, \
                     shares and room for itself; stop one of them, or set `database.url` and \
                     `blobs.url`"
                );
                Ok(None)
            }
            Err(TryLockError::Error(error)) => {
                Err(error).context("The lock beside the database cannot be taken")
            }
        }
    }
}

fn opened(database: &Path) -> io::Result<File> {
    // However it is reached, it is the same.
    let database = database.canonicalize().unwrap_or_else(|_| database.into());
    if let Some(folder) = database.parent().filter(|folder| *folder != Path::new("")) {
        make_folder(folder)?;
    }
    let mut name = database.into_os_string();
    name.push(SUFFIX);
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(false).mode(0o600);
    options.open(PathBuf::from(name))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::InstanceLock;

    #[test]
    fn hold_gives_one_lock_however_the_file_is_reached_until_that_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/rows.db");
        let held = InstanceLock::hold(&file).unwrap();
        assert!(held.is_some());
        std::fs::write(&file, "").unwrap();
        let other = folder.path().join("other.db");
        symlink(&file, &other).unwrap();
        for same in [&file, &folder.path().join("data/../data/rows.db"), &other] {
            assert!(InstanceLock::hold(same).unwrap().is_none());
        }
        let others = InstanceLock::hold(&folder.path().join("data/others.db"));
        assert!(others.unwrap().is_some());
        drop(held);
        assert!(InstanceLock::hold(&other).unwrap().is_some());
    }
}
