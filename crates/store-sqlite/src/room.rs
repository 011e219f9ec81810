//! Whether the disk has the room that opening a database takes. Where it has not, SQLite says
//! `disk I/O error` or `unable to open database file`, as of a disk that is broken.

use std::path::Path;

use ports::StoreError;
use rustix::fs::{StatVfs, statvfs};

/// The smallest index of a log (`-shm`), which whoever opens a database first writes.
const INDEX_BYTES: u64 = 32 * 1024;

const NO_SPACE: &str = "its disk has less than the 32 KB free that opening takes (-shm); make room \
    on it, nothing that is stored is lost meanwhile";
const NO_INODES: &str = "its disk has no inodes left for files that opening makes (-wal, -shm); \
    remove files from it, nothing that is stored is lost meanwhile";

/// An error of opening, told as that of a full disk where the disk of the file is full.
pub(crate) fn opening_error(error: StoreError, database: &Path) -> StoreError {
    match statvfs(database) {
        Ok(disk) => judged(error, &disk),
        Err(_) => error,
    }
}

fn judged(error: StoreError, disk: &StatVfs) -> StoreError {
    match (error, lacking(disk)) {
        (StoreError::Unavailable(cause), Some(lacking)) => {
            StoreError::Full(format!("{lacking} ({cause})").into())
        }
        (error, _) => error,
    }
}

fn lacking(disk: &StatVfs) -> Option<&'static str> {
    // A file system that makes inodes as they are needed counts none at all.
    let counts_inodes = disk.f_files > 0;
    if disk.f_bavail.saturating_mul(disk.f_frsize) < INDEX_BYTES {
        Some(NO_SPACE)
    } else if counts_inodes && disk.f_favail == 0 {
        Some(NO_INODES)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error as _;

    use ports::StoreError;
    use rustix::fs::{StatVfs, StatVfsMountFlags};

    use super::judged;

    fn disk(free_pages: u64, inodes: u64, free_inodes: u64) -> StatVfs {
        StatVfs {
            f_bsize: 4096,
            f_frsize: 4096,
            f_blocks: 10_000,
            f_bfree: free_pages,
            f_bavail: free_pages,
            f_files: inodes,
            f_ffree: free_inodes,
            f_favail: free_inodes,
            f_fsid: 0,
            f_flag: StatVfsMountFlags::empty(),
            f_namemax: 255,
        }
    }

    #[test]
    fn a_full_disk_is_told_as_one_and_any_other_as_sqlite_tells_it() {
        for (disk, expected) in [
            (disk(0, 100, 50), "32 KB free"),
            (disk(7, 100, 0), "32 KB free"),
            (disk(8, 100, 0), "no inodes"),
        ] {
            let error = StoreError::Unavailable("disk I/O error".into());
            let StoreError::Full(cause) = judged(error, &disk) else {
                panic!("not told as full: {expected}");
            };
            let said = cause.to_string();
            assert!(
                said.contains(expected) && said.contains("disk I/O error"),
                "{said}"
            );
        }
        for disk in [disk(8, 100, 1), disk(8, 0, 0)] {
            let error = judged(StoreError::Unavailable("disk I/O error".into()), &disk);
            assert!(matches!(error, StoreError::Unavailable(_)), "{error}");
            let cause = error.source().map(ToString::to_string);
            assert_eq!(cause.as_deref(), Some("disk I/O error"));
        }
    }

    #[test]
    fn a_damaged_file_stays_one_on_a_full_disk() {
        let error = StoreError::Damaged("file is not a database".into());
        assert!(matches!(
            judged(error, &disk(0, 0, 0)),
            StoreError::Damaged(_)
        ));
    }
}
