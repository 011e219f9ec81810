//! The database file and its directory, made before SQLite sees them: it would take the process'
//! file mode.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

/// Makes what is missing: the directories with mode 0700, the file with mode 0600, all of it
/// durable. Gives the absolute path. What exists already is left as it is. SQLite gives its side
/// files (`-wal`, `-shm`) the mode of the file.
pub(crate) fn prepare(path: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(path)?;
    if let Some(directory) = path.parent() {
        make_directory(directory)?;
        OpenOptions::new()
            .append(true)
            .create(true)
            .mode(0o600)
            .open(&path)?;
        File::open(directory)?.sync_all()?;
    }
    Ok(path)
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
