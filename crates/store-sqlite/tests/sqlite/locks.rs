//! The locks that SQLite holds for this process, as another process sees them. A process does not
//! see its own, so it asks through a child: this program once more, with the one test that looks.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use ports::Store;
use rustix::fs::{FlockOperation, fcntl_lock};
use store_sqlite::SqliteStore;
use testkit::TestResult;

use crate::fixture;

/// Names the file for the child.
const ASKED: &str = "FORMSERVICE_TEST_LOCKED_FILE";

#[test]
fn a_store_keeps_its_locks_when_another_one_on_the_same_file_comes_and_goes() -> TestResult {
    let fixture = fixture()?;
    let linked = fixture.file.with_file_name("linked.db");
    std::os::unix::fs::symlink(&fixture.file, &linked)?;
    let wal_index = fixture.file.with_file_name("app.db-shm");
    assert!(is_locked(&fixture.file)? && is_locked(&wal_index)?);
    for named in [&fixture.file, &linked] {
        let other = SqliteStore::open(named)?;
        assert!(is_locked(&fixture.file)? && is_locked(&wal_index)?);
        testkit::run(async { Ok(other.check().await?) })?;
        drop(other);
        assert!(is_locked(&fixture.file)? && is_locked(&wal_index)?);
    }
    Ok(())
}

/// What the test above finds out is worth nothing if it would find it in any case.
#[test]
fn a_descriptor_that_is_closed_beside_the_store_takes_its_locks_away() -> TestResult {
    let fixture = fixture()?;
    assert!(is_locked(&fixture.file)?);
    drop(File::open(&fixture.file)?);
    assert!(!is_locked(&fixture.file)?);
    Ok(())
}

#[test]
#[ignore = "asked by the tests above, in a process of its own"]
fn nobody_else_has_a_lock() -> TestResult {
    let Some(file) = std::env::var_os(ASKED) else {
        return Ok(());
    };
    let file = File::options()
        .read(true)
        .write(true)
        .open(PathBuf::from(file))?;
    fcntl_lock(&file, FlockOperation::NonBlockingLockExclusive)?;
    Ok(())
}

/// Whether another process is kept from taking the whole file for itself.
fn is_locked(file: &Path) -> TestResult<bool> {
    let asked = Command::new(std::env::current_exe()?)
        .args(["--ignored", "--exact", "locks::nobody_else_has_a_lock"])
        .env(ASKED, file)
        .output()?;
    let said = String::from_utf8_lossy(&asked.stdout).into_owned();
    match asked.status.success() {
        true if said.contains("1 passed") => Ok(false),
        false if said.contains("1 failed") => Ok(true),
        _ => Err(format!("the child says: {said}").into()),
    }
}
