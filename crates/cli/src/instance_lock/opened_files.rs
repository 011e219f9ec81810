//! Which files an instance has open, and whether their names lead to others meanwhile.
//!
//! The lock file has the inodes of the files that the instance has open: whoever opened other files
//! by their names would have SQLite mix both, such as the log of one and the database of another
//! (sqlite.org/howtocorrupt.html, 2.4 and 4.2). Of an instance that has ended they tell whether the
//! log that it left belongs to the database, together with the mark that each gives the database
//! when it begins: a copy that is put in its place may well get its inode.

use std::fs::{File, TryLockError};
use std::io;
use std::mem::ManuallyDrop;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};

use anyhow::bail;

/// The suffix of the lock file, behind the name of the database file.
const SUFFIX: &str = "-lock";

/// What SQLite has open of a database, by what is behind its name.
const OPENED: [&str; 3] = ["", "-wal", "-shm"];

/// In the place of an inode, as the file may be made later, or of the mark.
const NONE: &str = "-";

/// More than the inodes of these and the mark take.
const NOTE_BYTES_MAX: usize = 100;

/// Where the file of a database has its `user_version`, a big-endian number
/// (sqlite.org/fileformat.html, 1.3.12).
const MARK_AT: u64 = 60;

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
             what was acknowledged last. If that is the one that is there now, as where both were \
             copied at one time or it came back from another disk, remove `{name}-lock`, which \
             notes the files of the last start. If another one shall count, as after copying a \
             backup to its place, move `{name}-wal` and `{name}-shm` to another folder."
        ),
    }
}

/// `None` where there is no database or no lock file, as before the first start.
fn replacement(database: &Path) -> io::Result<Option<Replacement>> {
    let file = File::open(lock_file_of(database)?)?;
    let mut noted = [0; NOTE_BYTES_MAX];
    let length = file.read_at(&mut noted, 0)?;
    // Of an instance that has just begun, or of an earlier version, nothing is noted.
    let noted = String::from_utf8_lossy(&noted[..length]);
    let found = inodes(database)?;
    let pairs = noted.lines().zip(found.lines());
    let is_other = |(noted, found)| (noted != NONE).then_some(noted != found);
    let others: Vec<Option<bool>> = pairs.map(is_other).collect();
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Ok(match others[..] {
            [Some(true), ..] => Some(Replacement::Database),
            _ if others.contains(&Some(true)) => Some(Replacement::Log),
            _ => None,
        });
    }
    let [is_other_file, Some(false), ..] = others[..] else {
        return Ok(None);
    };
    let mark = noted.lines().nth(OPENED.len());
    Ok((log_length(database)? > 0
        && (is_other_file == Some(true) || has_other_mark(database, mark)?))
    .then_some(Replacement::BesideItsLog))
}

/// Whether the file bears another mark than the one that was noted.
fn has_other_mark(database: &Path, noted: Option<&str>) -> io::Result<bool> {
    let Some(noted) = noted.and_then(|noted| noted.parse::<u32>().ok()) else {
        return Ok(false);
    };
    // Never closed: this process would give up the locks that SQLite has on it, if it has any.
    let file = ManuallyDrop::new(File::open(database)?);
    let mut mark = [0; size_of::<u32>()];
    file.read_exact_at(&mut mark, MARK_AT)?;
    Ok(u32::from_be_bytes(mark) != noted)
}

fn log_length(database: &Path) -> io::Result<u64> {
    let log = beside(&database.canonicalize()?, OPENED[1]);
    Ok(log.metadata()?.len())
}

/// Writes into the lock file what the names lead to now, and what mark the database bears.
pub(super) fn note(file: &File, database: &Path, mark: Option<u32>) -> io::Result<()> {
    let mark = mark.map_or_else(|| NONE.to_owned(), |mark| mark.to_string());
    let note = format!("{}{mark}\n", inodes(database)?);
    // In this order the first lines are right at any moment, for whoever reads them meanwhile.
    file.write_all_at(note.as_bytes(), 0)?;
    file.set_len(note.len() as u64)
}

/// Those that the names lead to now. One of a file that an instance has open is given to no other,
/// even if it was removed.
fn inodes(database: &Path) -> io::Result<String> {
    let database = database.canonicalize()?;
    let inode = |end| match beside(&database, end).metadata() {
        Ok(metadata) => Ok(format!("{}\n", metadata.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(format!("{NONE}\n")),
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
        let lock = InstanceLock::hold(&file, || None);
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
        drop(InstanceLock::hold(&file, || None));
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
    fn replacement_tells_of_a_copy_by_its_mark_where_it_has_the_inode_of_the_database() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let file = at("rows.db");
        let write_marked = |mark: u32| {
            let mut header = vec![0; 100];
            header[60..64].copy_from_slice(&mark.to_be_bytes());
            std::fs::write(&file, header).unwrap();
        };
        write_marked(7);
        std::fs::write(at("rows.db-wal"), "what was committed").unwrap();
        drop(InstanceLock::hold(&file, || Some(7)));
        assert_eq!(replacement(&file).unwrap(), None);
        write_marked(6);
        let beside_its_log = Some(Replacement::BesideItsLog);
        assert_eq!(replacement(&file).unwrap(), beside_its_log);
        std::fs::rename(at("rows.db-wal"), at("moved-wal")).unwrap();
        std::fs::write(at("rows.db-wal"), "of the copy").unwrap();
        assert_eq!(replacement(&file).unwrap(), None, "the log is another too");
        drop(InstanceLock::hold(&file, || None));
        write_marked(5);
        assert_eq!(replacement(&file).unwrap(), None, "no mark was noted");
    }

    #[test]
    fn a_lock_file_without_a_word_tells_of_no_replacement() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.db");
        std::fs::write(&file, "").unwrap();
        let (_lock, _) = held(&file, |_| ()).unwrap();
        assert_eq!(
            replacement(&file).unwrap(),
            None,
            "as an earlier version has it"
        );
    }
}
