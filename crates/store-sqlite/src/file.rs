//! The database file and its directory, made before SQLite sees them: it would take the process'
//! file mode.
//!
//! A file that is there is not opened beside SQLite, not even to look at it: whoever closes any
//! descriptor of it gives up all locks that this process has on it (POSIX, `fcntl`), also those of
//! other stores on the same file, and another process could then take away a log that is in use
//! (sqlite.org/howtocorrupt.html, 2.2). So it is with its `-wal` and `-shm`: the one descriptor of
//! the latter (`wal_index.rs`) is never closed.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// Makes what is missing: the directories with mode 0700, the file with mode 0600, all of it
/// durable. Gives the absolute path. What exists already is left as it is, and must be this user's
/// to read and write. SQLite gives its side files (`-wal`, `-shm`) the mode of the file.
pub(crate) fn prepare(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if path.try_exists()? {
        access(&path, Access::READ_OK | Access::WRITE_OK)?;
        return Ok(path);
    }
    if let Some(directory) = path.parent() {
        make_directory(directory)?;
        let mut options = OpenOptions::new();
        options.append(true).create(true).mode(0o600).open(&path)?;
        File::open(directory)?.sync_all()?;
    }
    Ok(path)
}

/// Device and inode of a file: what is opened stays this one, whatever its name leads to later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FileIdentity(u64, u64);

/// Which file the name leads to now, and its size in bytes. Opens nothing.
pub(crate) fn look(path: &Path) -> io::Result<(FileIdentity, u64)> {
    let metadata = path.metadata()?;
    let identity = FileIdentity(metadata.dev(), metadata.ino());
    Ok((identity, metadata.len()))
}

fn make_directory(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    let parent = directory.parent().unwrap_or(directory);
    make_directory(parent)?;
    match DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    File::open(parent)?.sync_all()
}
