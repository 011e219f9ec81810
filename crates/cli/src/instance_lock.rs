//! Tells whether another instance serves from the same SQLite file: each `serve` holds a shared
//! lock on a file beside it as long as it runs, and at its start asks for a moment to be the only
//! one. The kernel takes the lock back when the process ends, however that ends; the file stays.
//! Commands need no lock, as they may run beside the service, but for those that fill a storage.

mod opened_files;

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use anyhow::bail;
use tracing::warn;

use opened_files::{lock_file_of, note};

pub use opened_files::refuse_replaced;

/// How often the lock is tried, since a process that was killed while it started a worker leaves
/// the lock with that worker until it has begun its program.
const TRIES: u32 = 10;

const PAUSE: Duration = Duration::from_millis(50);

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
    /// one takes over from the other; but what each counts in its memory does not add up. `mark`
    /// marks the database (see [`ports::Database::mark`]).
    pub fn hold(database: &Path, mark: impl FnOnce() -> Option<u32>) -> Self {
        if database.metadata().is_ok_and(|found| found.nlink() > 1) {
            warn!(
                "the SQLite file has a further name (a hard link): what is opened by that has a \
                 log and a lock of its own, and both would give the same numbers; remove it"
            );
        }
        // Nobody is refused where this is not noted; nor meanwhile by an earlier mark. Who is not
        // alone has the same files open, and leaves the database the mark that it has.
        let begin = |file: &File| {
            drop(note(file, database, None));
            drop(note(file, database, mark()));
        };
        match held(database, begin) {
            Ok((file, is_alone)) => {
                if !is_alone {
                    warn!(
                        "another formservice serves from the same SQLite file: each counts \
                         limits, shares and room for itself; stop one of them, or set \
                         `database.url` and `blobs.url`"
                    );
                }
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
    // What is noted there may be of the database that was here before.
    match held(database, |file| drop(note(file, database, None))) {
        Ok((file, true)) => Ok(InstanceLock { _file: Some(file) }),
        Ok((_, false)) => bail!(
            "A formservice serves from the database that is to be filled. Stop it, or configure \
             another database."
        ),
        // It is not there yet, or whether there is one cannot be told, as at its own start.
        Err(_) => Ok(InstanceLock { _file: None }),
    }
}

/// The file with its lock, and whether nobody else has one: then `begin` is called while nobody can
/// take one.
fn held(database: &Path, begin: impl FnOnce(&File)) -> io::Result<(File, bool)> {
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
    if is_alone {
        begin(&file);
    }
    // Others have it alone for no more than a moment.
    file.lock_shared()?;
    Ok((file, is_alone))
}

fn opened(database: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).truncate(false).mode(0o600);
    options.open(lock_file_of(database)?)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::{InstanceLock, held, hold_alone, refuse_replaced};

    #[test]
    fn held_tells_of_every_other_however_the_file_is_reached_until_all_are_gone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data/rows.db");
        std::fs::create_dir(folder.path().join("data")).unwrap();
        std::fs::write(&file, "").unwrap();
        let (first, is_alone) = held(&file, |_| ()).unwrap();
        assert!(is_alone);
        let linked = folder.path().join("other.db");
        symlink(&file, &linked).unwrap();
        let (second, is_alone) = held(&linked, |_| ()).unwrap();
        assert!(!is_alone);
        drop(first);
        let (third, is_alone) = held(&file, |_| ()).unwrap();
        assert!(!is_alone, "the second goes on");
        drop((second, third));
        assert!(held(&file, |_| ()).unwrap().1);
        let others = folder.path().join("data/others.db");
        std::fs::write(&others, "").unwrap();
        assert!(held(&others, |_| ()).unwrap().1);
    }

    #[test]
    fn only_who_is_alone_marks_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        let noted = || std::fs::read_to_string(folder.path().join("rows.db-lock")).unwrap();
        let first = InstanceLock::hold(&file, || Some(7));
        assert!(noted().ends_with("\n7\n"), "{}", noted());
        let _second = InstanceLock::hold(&file, || panic!("it is marked while others count on it"));
        assert!(noted().ends_with("\n7\n"), "{}", noted());
        drop(first);
    }

    #[test]
    fn hold_alone_notes_the_files_that_are_filled_in_the_place_of_those_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        drop(InstanceLock::hold(&file, || None));
        std::fs::rename(&file, folder.path().join("moved")).unwrap();
        std::fs::write(&file, "").unwrap();
        let _lock = hold_alone(&file).unwrap();
        refuse_replaced(&file).unwrap();
    }

    #[test]
    fn hold_starts_without_a_lock_where_there_can_be_none() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        std::fs::create_dir(folder.path().join("rows.db-lock")).unwrap();
        assert!(InstanceLock::hold(&file, || None)._file.is_none());
    }
}
