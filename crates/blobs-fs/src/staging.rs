//! A blob on its way: written to a file of its own, then put in its place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use domain::BlobKey;
use ports::BlobSummary;
use sha2::{Digest as _, Sha256};
use tempfile::TempPath;

use crate::directories::Directories;

/// A file that is being written. It is removed when this is dropped.
pub(crate) struct StagedFile {
    file: File,
    path: TempPath,
    size_bytes: u64,
    hash: Sha256,
}

impl StagedFile {
    /// An empty file for the blob.
    pub(crate) fn begin(directories: &Directories, key: &BlobKey) -> io::Result<Self> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = directories
            .staging()
            .join(format!("{key}-{process}-{count}"));
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&path)?;
        Ok(Self {
            file,
            path: TempPath::try_from_path(path)?,
            size_bytes: 0,
            hash: Sha256::new(),
        })
    }

    /// Appends the pieces.
    pub(crate) fn write(&mut self, pieces: &[Bytes]) -> io::Result<()> {
        for piece in pieces {
            self.file.write_all(piece)?;
            self.hash.update(piece);
            self.size_bytes += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        }
        Ok(())
    }

    /// Makes the file last and puts it in its place, unless another is there (`AlreadyExists`).
    pub(crate) fn publish(
        self,
        directories: &Directories,
        key: &BlobKey,
    ) -> io::Result<UnconfirmedFile> {
        self.file.sync_all()?;
        directories.make_directory(key)?;
        let path = directories.file(key);
        self.path
            .persist_noclobber(&path)
            .map_err(|refused| refused.error)?;
        let published = UnconfirmedFile {
            path: Some(path),
            summary: BlobSummary {
                size_bytes: self.size_bytes,
                sha256: self.hash.finalize().into(),
            },
        };
        directories.sync_directory(key)?;
        Ok(published)
    }
}

/// A blob in its place that nobody was told of yet. It is removed when this is dropped: then the
/// caller has gone, or syncing failed.
pub(crate) struct UnconfirmedFile {
    path: Option<PathBuf>,
    summary: BlobSummary,
}

impl UnconfirmedFile {
    /// Leaves the blob where it is.
    pub(crate) fn keep(mut self) -> BlobSummary {
        self.path = None;
        self.summary.clone()
    }
}

impl Drop for UnconfirmedFile {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            // Nobody is left to hear that it failed; the list of loose blobs still names the key.
            let _ = fs::remove_file(path);
        }
    }
}

/// Removes what killed processes left that is so old or older, and says how much. The time is the
/// file system's own, from a file that is made for it.
pub(crate) fn remove_leftovers(directories: &Directories, age_min: Duration) -> io::Result<usize> {
    let mut removed = 0;
    let probe = StagedFile::begin(directories, &BlobKey::from_entropy([0; 16]))?;
    let now = probe.file.metadata()?.modified()?;
    for entry in fs::read_dir(directories.staging())? {
        let entry = entry?;
        if entry.path() == *probe.path {
            continue;
        }
        let age = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .map(|modified| now.duration_since(modified).unwrap_or_default());
        let gone = match age {
            Ok(age) if age >= age_min => fs::remove_file(entry.path()),
            Ok(_) => continue,
            Err(error) => Err(error),
        };
        match gone {
            Ok(()) => removed += 1,
            // Another process was faster, or finished its put.
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(removed)
}
