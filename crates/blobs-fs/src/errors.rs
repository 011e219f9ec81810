//! What a file system's error means for a caller.

use std::io::{Error, ErrorKind};

use ports::BlobError;

/// Linux error numbers that have no [`ErrorKind`] of their own: EIO, ENFILE, EMFILE.
const PASSING: [i32; 3] = [5, 23, 24];

/// What it mostly is where a file or folder is missed that must be there.
const AWAY: &str = "the disk of the blobs is not mounted, or the folder `staging` was removed from \
    it; `formservice check` tells which, and makes `staging` again beside files of applications";

/// The port's error. A disk that is read-only, failing or away can be put right, and so can the
/// rights to a folder, and a folder that is not there (whoever asks for a file that may be missing
/// looks for that first): unavailable. An error of the standard library names no path, so it may go
/// along as the cause.
pub(crate) fn blob_error(error: Error) -> BlobError {
    match error.kind() {
        ErrorKind::AlreadyExists => BlobError::AlreadyExists,
        // The last one: the file system, or the bound on files of this process, has room for none
        // of this size.
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            BlobError::Full(error.into())
        }
        ErrorKind::NotFound => BlobError::Unavailable(format!("{AWAY} ({error})").into()),
        ErrorKind::ReadOnlyFilesystem
        | ErrorKind::NotADirectory
        | ErrorKind::PermissionDenied
        | ErrorKind::StaleNetworkFileHandle
        | ErrorKind::TimedOut
        | ErrorKind::OutOfMemory => BlobError::Unavailable(error.into()),
        _ if error
            .raw_os_error()
            .is_some_and(|number| PASSING.contains(&number)) =>
        {
            BlobError::Unavailable(error.into())
        }
        _ => BlobError::Failed(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Error;

    use super::blob_error;
    use ports::BlobError;

    #[test]
    fn blob_error_tells_a_full_disk_a_failing_one_and_the_rest_apart() {
        // ENOSPC, EDQUOT, EFBIG
        for number in [28, 122, 27] {
            let error = blob_error(Error::from_raw_os_error(number));
            assert!(matches!(error, BlobError::Full(_)), "{number}");
        }
        // EROFS, EACCES, EIO, EMFILE, ENOENT, ENOTDIR
        for number in [30, 13, 5, 24, 2, 20] {
            let error = blob_error(Error::from_raw_os_error(number));
            assert!(matches!(error, BlobError::Unavailable(_)), "{number}");
        }
        // EXDEV, EISDIR
        for number in [18, 21] {
            let error = blob_error(Error::from_raw_os_error(number));
            assert!(matches!(error, BlobError::Failed(_)), "{number}");
        }
    }
}
