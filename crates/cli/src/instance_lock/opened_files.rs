//! Which files an instance has open, and whether their names lead to others meanwhile.
//!
//! The lock file has the inodes of the files that the instance has open: whoever opened other files
//! by their names would have SQLite mix both, such as the log of one and the database of another
//! (sqlite.org/howtocorrupt.html, 2.4 and 4.2). Of an instance that has ended they tell whether the
//! log that it left belongs to the database.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use anyhow::bail;

/// The suffix of the lock file, behind the name of the database file.
const SUFFIX: &str = "-lock";

/// What SQLite has open of a database, by what is behind its name.
const OPENED: [&str; 3] = ["", "-wal", "-shm"];

/// In the place of an inode; the file may be made later.
const NO_FILE: &str = "-";

/// More than the inodes of these take.
const INODES_BYTES_MAX: usize = 100;

/// How the files of a database are not those of the last instance.
#[derive(Debug, PartialEq)]
enum Replacement {
    /// An instance that runs has another database open.
    Database,
    /// An instance that runs has another log open, of this database.
    Log,
    /// The log is that of an instance that has ended, and the database is another.
    BesideItsLog,
}

/// Refuses to open a database whose names lead to other files than those that an instance that runs
/// has open, or to the log that one has left of another database.
pub fn refuse_replaced(database: &Path) -> anyhow::Result<()> {
    let name = database.display();
    // Where it cannot be told nobody is refused.
    match replacement(database).unwrap_or(None) {
        None => Ok(()),
        // When it stops, SQLite leaves the log of a database whose file was moved as it is.
        Some(Replacement::Database) => bail!(
            "A formservice runs that has another file open than `{name}`, which was moved, removed \
             or replaced after its start. Stop it, then put the file back that it had open and, \
             where that was moved too, its `{name}-wal`: only both together have everything that \
             was acknowledged."
        ),
        Some(Replacement::Log) => bail!(
            "A formservice runs that has other files open than `{name}-wal` and `{name}-shm`, \
             which were moved, removed or replaced after its start. Stop it with SIGTERM (not \
             `kill -9`), so that it takes what was acknowledged into the database."
        ),
        Some(Replacement::BesideItsLog) => bail!(
            "The log `{name}-wal` was left by a formservice that had another file open as \
             `{name}`: SQLite would mix both. Put the file back that belongs to the log, which has \
             what was acknowledged last; or, if the one that is there now shall count, as after \
             copying a backup to its place, move `{name}-wal` and `{name}-shm` to another folder."
        ),
    }
}

/// `None` where there is no database or no lock file, as before the first start.
fn replacement(database: &Path) -> io::Result<Option<Replacement>> {
    let file = File::open(lock_file_of(database)?)?;
    let mut noted = [0; INODES_BYTES_MAX];
    let length = file.read_at(&mut noted, 0)?;
    // Of an instance that has just begun, or of an earlier version, nothing is noted.
    let noted = String::from_utf8_lossy(&noted[..length]);
    let found = inodes(database)?;
    let pairs = noted.lines().zip(found.lines());
    let is_other = |(noted, found)| (noted != NO_FILE).then_some(noted != found);
    let others: Vec<Option<bool>> = pairs.map(is_other).collect();
    if !others.contains(&Some(true)) {
        return Ok(None);
    }
    let is_running = matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    Ok(match others[..] {
        [Some(true), ..] if is_running => Some(Replacement::Database),
        _ if is_running => Some(Replacement::Log),
        [Some(true), Some(false), ..] if log_length(database)? > 0 => {
            Some(Replacement::BesideItsLog)
        }
        _ => None,
    })
}

fn log_length(database: &Path) -> io::Result<u64> {
    let log = beside(&database.canonicalize()?, OPENED[1]);
    Ok(log.metadata()?.len())
}

/// Writes into the lock file what the names lead to now.
pub(super) fn note_inodes(file: &File, database: &Path) -> io::Result<()> {
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

/// However the database is reached, it is the same.
pub(super) fn lock_file_of(database: &Path) -> io::Result<PathBuf> {
    Ok(beside(&database.canonicalize()?, SUFFIX))
}

fn beside(database: &Path, end: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::{Replacement, refuse_replaced, replacement};
    use crate::instance_lock::{InstanceLock, held};

    #[test]
    fn replacement_tells_of_each_file_as_long_as_the_instance_runs() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = at("rows.db");
        assert!(replacement(&file).is_err(), "there is no database");
        for name in ["rows.db", "rows.db-wal", "rows.db-shm"] {
            std::fs::write(at(name), "").unwrap();
        }
        assert!(replacement(&file).is_err(), "nothing was ever started");
        let lock = InstanceLock::hold(&file);
        assert_eq!(replacement(&file).unwrap(), None);
        let log = || Some(Replacement::Log);
        for (name, replaced) in [
            ("rows.db", Some(Replacement::Database)),
            ("rows.db-wal", log()),
            ("rows.db-shm", log()),
        ] {
            std::fs::rename(at(name), at("moved")).unwrap();
            if name != "rows.db" {
                assert_eq!(replacement(&file).unwrap(), replaced, "{name} is gone");
            }
            std::fs::write(at(name), "").unwrap();
            assert_eq!(replacement(&file).unwrap(), replaced, "{name} is another");
            std::fs::rename(at("moved"), at(name)).unwrap();
            assert_eq!(replacement(&file).unwrap(), None, "{name} is back");
        }
        std::fs::remove_file(at("rows.db-shm")).unwrap();
        assert_eq!(replacement(&file).unwrap(), log());
        drop(lock);
        assert_eq!(replacement(&file).unwrap(), None, "it has ended");
    }

    #[test]
    fn replacement_tells_of_the_log_of_another_database_when_the_instance_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = at("rows.db");
        for name in ["rows.db", "rows.db-wal", "rows.db-shm"] {
            std::fs::write(at(name), name).unwrap();
        }
        drop(InstanceLock::hold(&file));
        std::fs::rename(&file, at("moved")).unwrap();
        std::fs::write(&file, "another").unwrap();
        let beside_its_log = Some(Replacement::BesideItsLog);
        assert_eq!(replacement(&file).unwrap(), beside_its_log);
        let told = refuse_replaced(&file).unwrap_err().to_string();
        assert!(told.contains("rows.db-wal` was left"), "{told}");
        // An empty log has nothing to mix, and one that was moved away belongs to nobody.
        std::fs::rename(at("rows.db-wal"), at("moved-wal")).unwrap();
        assert_eq!(replacement(&file).unwrap(), None);
        std::fs::rename(at("moved-wal"), at("rows.db-wal")).unwrap();
        std::fs::rename(at("moved"), &file).unwrap();
        assert_eq!(replacement(&file).unwrap(), None, "the database is back");
        std::fs::rename(&file, at("moved")).unwrap();
        std::fs::write(&file, "another").unwrap();
        std::fs::write(at("rows.db-wal"), "").unwrap();
        assert_eq!(replacement(&file).unwrap(), None, "the log is empty");
    }

    #[test]
    fn a_lock_file_without_a_word_tells_of_no_replacement() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        let (_lock, _) = held(&file).unwrap();
        assert_eq!(
            replacement(&file).unwrap(),
            None,
            "as an earlier version has it"
        );
    }
}
