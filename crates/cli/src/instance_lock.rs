//! That one instance serves the rows in a file: `serve` holds a lock beside it as long as it runs.
//! The kernel takes it back when the process ends, however that ends; the file stays, and means
//! nothing. Commands need no lock: they may run beside the service.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, bail};

use crate::first_start::make_folder;

/// What is put behind the name of the file with the rows.
const SUFFIX: &str = "-lock";

/// A process that was killed while it started a worker leaves the lock with that worker until it
/// has begun its program.
const TRIES: u32 = 20;

const PAUSE: Duration = Duration::from_millis(50);

/// The right to serve; given up when dropped.
#[derive(Debug)]
pub struct InstanceLock {
    /// Holds the lock while it is open.
    _file: File,
}

impl InstanceLock {
    /// Of the rows in this file, whose folder is made if it is not there. Refused while another
    /// instance has it.
    pub fn hold(database: &Path) -> anyhow::Result<Self> {
        let file = opened(database).context("The lock beside the database cannot be opened")?;
        for _ in 1..TRIES {
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                _ => break,
            }
        }
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => bail!(
                "Another formservice serves from `{}` already. An SQLite database and a folder of \
                    files belong to one instance: stop the other one, or set `database.url` and \
                    `blobs.url`.",
                database.display()
            ),
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
        std::fs::write(&file, "").unwrap();
        let other = folder.path().join("other.db");
        symlink(&file, &other).unwrap();
        for same in [&file, &folder.path().join("data/../data/rows.db"), &other] {
            let refused = InstanceLock::hold(same).unwrap_err().to_string();
            assert!(refused.contains("Another formservice serves"), "{refused}");
        }
        InstanceLock::hold(&folder.path().join("data/others.db")).unwrap();
        drop(held);
        InstanceLock::hold(&other).unwrap();
    }
}
