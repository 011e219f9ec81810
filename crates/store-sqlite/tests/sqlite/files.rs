//! The file, its directory and their modes.

use std::error::Error as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use store_sqlite::SqliteStore;
use testkit::TestResult;

use crate::fixture;

#[test]
fn the_files_are_readable_by_their_owner_only() -> TestResult {
    let fixture = fixture()?;
    let directory = fixture.file.parent().ok_or("no parent")?;
    assert_eq!(mode(directory)?, 0o700);
    assert_eq!(mode(directory.parent().ok_or("no parent")?)?, 0o700);
    for name in ["app.db", "app.db-wal", "app.db-shm"] {
        assert_eq!(mode(&directory.join(name))?, 0o600, "{name}");
    }
    Ok(())
}

#[test]
fn no_error_of_opening_shows_the_path() -> TestResult {
    let directory = tempfile::tempdir()?;
    let blocked = directory.path().join("secret-name");
    std::fs::write(&blocked, b"a file, no directory")?;
    std::fs::create_dir(directory.path().join("secret-directory"))?;
    for file in [
        blocked.join("app.db"),
        directory.path().join("secret-directory"),
    ] {
        let Err(error) = SqliteStore::open(&file) else {
            return Err("it opened".into());
        };
        let mut shown = format!("{error} {error:?}");
        let mut cause = error.source();
        while let Some(error) = cause {
            shown += &format!(" {error} {error:?}");
            cause = error.source();
        }
        assert!(!shown.contains("secret"), "{shown}");
    }
    Ok(())
}

fn mode(path: &Path) -> std::io::Result<u32> {
    Ok(std::fs::metadata(path)?.permissions().mode() & 0o777)
}
