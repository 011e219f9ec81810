//! A blob on its way: written to a file of its own, then put in its place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::num::NonZeroU64;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use domain::BlobKey;
use ports::BlobSummary;
use rustix::fs::{Advice, fadvise};
use tempfile::TempPath;

use crate::directories::Directories;

/// As soon as so many bytes were written, the disk begins with them.
const BEGUN_BYTES: u64 = 1_048_576;

/// Smaller pieces are put together before they are written.
const GATHERED_BYTES: usize = 16 * 1024;

/// A file that is being written. It is removed when this is dropped.
pub(crate) struct StagedFile {
    file: File,
    path: TempPath,
    size_bytes: u64,
    /// How many of the bytes are on their way to the disk.
    begun_bytes: u64,
}

impl StagedFile {
    /// An empty file for the blob.
    pub(crate) fn begin(directories: &Directories, key: &BlobKey) -> io::Result<Self> {
        let (file, path) = loop {
            let path = fresh_path(directories, key);
            match open_new(&path) {
                // Of a process that has this one's number: one that was killed before this was
                // started, or one in another container.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                opened => break (opened?, path),
            }
        };
        Ok(Self {
            file,
            path: TempPath::try_from_path(path)?,
            size_bytes: 0,
            begun_bytes: 0,
        })
    }

    /// Appends the pieces.
    pub(crate) fn write(&mut self, pieces: &[Bytes]) -> io::Result<()> {
        write_gathered(&self.file, pieces)?;
        for piece in pieces {
            self.size_bytes += u64::try_from(piece.len()).unwrap_or(u64::MAX);
        }
        self.begin_on_disk();
        Ok(())
    }

    /// Lets the disk work while the rest of a large file arrives, so that the sync at the end has
    /// little left to wait for. Linux begins to write a range that is said not to be needed, and
    /// keeps what it has not written yet. Only advice: a failed write is told by the sync.
    fn begin_on_disk(&mut self) {
        let waiting = self.size_bytes - self.begun_bytes;
        if waiting >= BEGUN_BYTES {
            let range = (self.begun_bytes, NonZeroU64::new(waiting));
            let _ = fadvise(&self.file, range.0, range.1, Advice::DontNeed);
            self.begun_bytes = self.size_bytes;
        }
    }

    /// Makes the file last and puts it in its place, unless another is there (`AlreadyExists`).
    /// `sha256` is that of its bytes.
    pub(crate) fn publish(
        self,
        sha256: [u8; 32],
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
                sha256,
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

/// A path that this process has not used yet.
fn fresh_path(directories: &Directories, key: &BlobKey) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let name = format!("{key}-{process}-{count}");
    directories.staging().join(name)
}

fn open_new(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600).open(path)
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
        let is_old = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .map(|modified| is_left(modified, now, age_min));
        let gone = match is_old {
            Ok(true) => fs::remove_file(entry.path()),
            Ok(false) => continue,
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

/// Writes the pieces, small ones together: a client may send its file in pieces of one byte, and
/// each would cost a call of the system.
fn write_gathered(file: impl Write, pieces: &[Bytes]) -> io::Result<()> {
    let mut gathered = BufWriter::with_capacity(GATHERED_BYTES, file);
    for piece in pieces {
        gathered.write_all(piece)?;
    }
    gathered.flush()
}

/// A file from after now is as young as can be: clocks of instances need not agree.
fn is_left(modified: SystemTime, now: SystemTime, age_min: Duration) -> bool {
    now.duration_since(modified).unwrap_or_default() >= age_min
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};
    use std::io::{self, Write};
    use std::time::{Duration, SystemTime};

    use bytes::Bytes;
    use domain::BlobKey;

    use super::{GATHERED_BYTES, StagedFile, is_left, remove_leftovers, write_gathered};
    use crate::directories::Directories;

    /// What was written, call by call.
    #[derive(Default)]
    struct Calls(Vec<Vec<u8>>);

    impl Write for &mut Calls {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn pieces_of_one_byte_are_written_together_and_a_large_one_by_itself() {
        let mut calls = Calls::default();
        let large = vec![b'x'; 10 * GATHERED_BYTES];
        let mut pieces = vec![Bytes::from_static(b"a"); 1_000];
        pieces.push(large.clone().into());
        pieces.push(Bytes::from_static(b"b"));
        write_gathered(&mut calls, &pieces).unwrap();
        assert_eq!(calls.0, [vec![b'a'; 1_000], large, b"b".to_vec()]);
    }

    #[test]
    fn what_is_exactly_of_the_least_age_is_left_and_what_is_from_after_now_is_not() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(3_600);
        let age_min = Duration::from_secs(60);
        let moment = Duration::from_nanos(1);
        assert!(is_left(now - age_min, now, age_min));
        assert!(!is_left(now - age_min + moment, now, age_min));
        assert!(!is_left(now + age_min * 2, now, age_min));
    }

    #[test]
    fn what_another_process_of_this_number_has_left_is_in_nobodys_way() -> io::Result<()> {
        let root = tempfile::tempdir()?;
        let directories = Directories::open(root.path())?;
        let key = BlobKey::from_entropy([0; 16]);
        let next = StagedFile::begin(&directories, &key)?;
        let name = next.path.file_name().unwrap_or_default().to_string_lossy();
        let (process, count) = name.rsplit_once('-').unwrap();
        let count: u64 = count.parse().unwrap();
        // Other tests of this process count on meanwhile.
        for count in count + 1..=count + 1_000 {
            File::create_new(directories.staging().join(format!("{process}-{count}")))?;
        }
        drop(next);
        drop(StagedFile::begin(&directories, &key)?);
        assert_eq!(remove_leftovers(&directories, Duration::ZERO)?, 1_000);
        assert_eq!(fs::read_dir(directories.staging())?.count(), 0);
        Ok(())
    }
}
