//! Tells whether another instance serves from the same SQLite file: each `serve` holds a shared
//! lock on a file beside it as long as it runs, and at its start asks for a moment to be the only
//! one. The kernel takes the lock back when the process ends, however that ends; the file stays.
//! Commands need no lock, as they may run beside the service, but for those that fill a storage.
//!
//! The lock file has the inodes of the files that the instance has open, which mean something as
//! long as it is locked: whoever opened other files by their names would have SQLite mix both, such
//! as the log of one and the database of another (sqlite.org/howtocorrupt.html, 2.4 and 4.2).

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use anyhow::bail;
use tracing::warn;

/// The suffix of the lock file, behind the name of the database file.
const SUFFIX: &str = "-lock";

/// How often the lock is tried, since a process that was killed while it started a worker leaves
/// the lock with that worker until it has begun its program.
const TRIES: u32 = 10;

const PAUSE: Duration = Duration::from_millis(50);

/// What SQLite has open of a database, by what is behind its name.
const OPENED: [&str; 3] = ["", "-wal", "-shm"];

/// In the place of an inode; the file may be made later.
const NO_FILE: &str = "-";

/// More than the inodes of these take.
const INODES_BYTES_MAX: usize = 100;

/// The shared lock of a serving instance, released when dropped.
#[derive(Debug)]
pub struct InstanceLock {
    /// Holds the lock while it is open; `None` where the lock could not be taken.
    _file: Option<File>,
}

impl InstanceLock {
    /// Takes the lock of this database file, which must exist: whoever makes it and its folder
    /// makes them durable. Warns in the log where another instance has one, or where that cannot be
    /// told. Neither keeps the service from starting: what is stored stays right with both, as when
    /// one takes over from the other; but what each counts in its memory does not add up.
    pub fn hold(database: &Path) -> Self {
        match held(database) {
            Ok((file, is_alone)) => {
                if !is_alone {
                    warn!(
                        "another formservice serves from the same SQLite file: each counts \
                         limits, shares and room for itself; stop one of them, or set \
                         `database.url` and `blobs.url`"
                    );
                }
                // Nobody is refused where they are not noted.
                drop(note_inodes(&file, database));
                Self { _file: Some(file) }
            }
            Err(error) => {
                warn!(
                    error = %error.kind(),
                    "whether another formservice serves from the same SQLite file cannot be told: \
                     the lock beside it must be this user's"
                );
                Self { _file: None }
            }
        }
    }
}

/// The lock of a database file that is filled with what another storage has: refused while an
/// instance serves from it.
pub(crate) fn hold_alone(database: &Path) -> anyhow::Result<InstanceLock> {
    match held(database) {
        Ok((file, true)) => Ok(InstanceLock { _file: Some(file) }),
        Ok((_, false)) => bail!(
            "A formservice serves from the database that is to be filled. Stop it, or configure \
             another database."
        ),
        // It is not there yet, or whether there is one cannot be told, as at its own start.
        Err(_) => Ok(InstanceLock { _file: None }),
    }
}

/// Refuses to open a database whose names lead to other files than those that an instance that runs
/// has open.
pub fn refuse_replaced(database: &Path) -> anyhow::Result<()> {
    if is_replaced(database).unwrap_or(false) {
        bail!(
            "A formservice runs that has other files open than `{}` and what has \
             that name with `-wal` and `-shm` behind it: they were moved, removed or replaced \
             after its start. Stop it with SIGTERM (not `kill -9`), so that it takes what was \
             acknowledged into the database; then put the right file in its place.",
            database.display()
        );
    }
    Ok(())
}

/// False where there is no database or no lock file, as before the first start.
fn is_replaced(database: &Path) -> io::Result<bool> {
    let file = File::open(lock_file_of(database)?)?;
    let mut noted = [0; INODES_BYTES_MAX];
    let length = file.read_at(&mut noted, 0)?;
    // Of an instance that has just begun, or of an earlier version, nothing is noted.
    let noted = String::from_utf8_lossy(&noted[..length]);
    let found = inodes(database)?;
    let mut pairs = noted.lines().zip(found.lines());
    let is_other = pairs.any(|(noted, found)| noted != NO_FILE && noted != found);
    Ok(is_other && matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

fn note_inodes(file: &File, database: &Path) -> io::Result<()> {
    let inodes = inodes(database)?;
    // In this order the first lines are right at any moment, for whoever reads them meanwhile.
    file.write_all_at(inodes.as_bytes(), 0)?;
    file.set_len(inodes.len() as u64)
}

/// Those that the names lead to now. One of a file that an instance has open is given to no other,
/// even if it was removed.
fn inodes(database: &Path) -> io::Result<String> {
    let database = database.canonicalize()?;
    let inode = |end| match beside(&database, end).metadata() {
        Ok(metadata) => Ok(format!("{}\n", metadata.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(format!("{NO_FILE}\n")),
        Err(error) => Err(error),
    };
    OPENED.into_iter().map(inode).collect()
}

/// The file with its lock, and whether nobody else has one.
fn held(database: &Path) -> io::Result<(File, bool)> {
    let file = opened(database)?;
    let mut tried = file.try_lock();
    for _ in 1..TRIES {
        if !matches!(tried, Err(TryLockError::WouldBlock)) {
            break;
        }
        sleep(PAUSE);
        tried = file.try_lock();
    }
    let is_alone = match tried {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(error)) => return Err(error),
    };
    // Others have it alone for no more than a moment.
    file.lock_shared()?;
    Ok((file, is_alone))
}

fn opened(database: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(false).mode(0o600);
    options.open(lock_file_of(database)?)
}

/// However the database is reached, it is the same.
fn lock_file_of(database: &Path) -> io::Result<PathBuf> {
    Ok(beside(&database.canonicalize()?, SUFFIX))
}

fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::{InstanceLock, held, is_replaced};

    #[test]
    fn held_tells_of_every_other_however_the_file_is_reached_until_all_are_gone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/rows.db");
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(&file, "").unwrap();
        let (first, is_alone) = held(&file).unwrap();
        assert!(is_alone);
        let linked = folder.path().join("other.db");
        symlink(&file, &linked).unwrap();
        let (second, is_alone) = held(&linked).unwrap();
        assert!(!is_alone);
        drop(first);
        let (third, is_alone) = held(&file).unwrap();
        assert!(!is_alone, "the second goes on");
        drop((second, third));
        assert!(held(&file).unwrap().1);
        let others = folder.path().join("data/others.db");
        std::fs::write(&others, "").unwrap();
        assert!(held(&others).unwrap().1);
    }

    #[test]
    fn is_replaced_tells_of_each_file_as_long_as_the_instance_runs() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = at("rows.db");
        assert!(is_replaced(&file).is_err(), "there is no database");
        for name in ["rows.db", "rows.db-wal", "rows.db-shm"] {
            std::fs::write(at(name), "").unwrap();
        }
        assert!(is_replaced(&file).is_err(), "nothing was ever started");
        let lock = InstanceLock::hold(&file);
        assert!(!is_replaced(&file).unwrap());
        for name in ["rows.db", "rows.db-wal", "rows.db-shm"] {
            std::fs::rename(at(name), at("moved")).unwrap();
            if name != "rows.db" {
                assert!(is_replaced(&file).unwrap(), "{name} is gone");
            }
            std::fs::write(at(name), "").unwrap();
            assert!(is_replaced(&file).unwrap(), "{name} is another");
            std::fs::rename(at("moved"), at(name)).unwrap();
            assert!(!is_replaced(&file).unwrap(), "{name} is back");
        }
        std::fs::remove_file(at("rows.db-shm")).unwrap();
        assert!(is_replaced(&file).unwrap());
        drop(lock);
        assert!(!is_replaced(&file).unwrap(), "it has ended");
    }

    #[test]
    fn is_replaced_is_not_believed_of_a_lock_file_without_a_word() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        let (_lock, _) = held(&file).unwrap();
        assert!(!is_replaced(&file).unwrap(), "as an earlier version has it");
    }

    #[test]
    fn hold_starts_without_a_lock_where_there_can_be_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        std::fs::create_dir(folder.path().join("rows.db-lock")).unwrap();
        assert!(InstanceLock::hold(&file)._file.is_none());
    }
}
