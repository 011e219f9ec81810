//! Where files are, and that the directories they are in survive a power cut.

use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use domain::BlobKey;
use rustix::fs::statvfs;

/// Blobs are spread over this many directories by the first two digits of their keys.
const SPREAD: usize = 256;

/// The directories of a blob store.
pub(crate) struct Directories {
    root: PathBuf,
    /// Whether this process has synced the entry of each of them. That it exists does not say so:
    /// another process may have just made it.
    synced: [AtomicBool; SPREAD],
}

impl Directories {
    /// Makes the root and the staging directory if they are not there.
    pub(crate) fn open(root: &Path) -> io::Result<Self> {
        let directories = Self::at(std::path::absolute(root)?);
        make_with_parents(&directories.root)?;
        make(&directories.staging())?;
        sync(&directories.root)?;
        Ok(directories)
    }

    /// Those that were made before, as staging tells; where only that was removed, a blob does, and
    /// it is made again. `None` where neither is: in the mount point of a disk that is away, what
    /// is made would tell that the disk is there.
    pub(crate) fn reopen(root: &Path) -> io::Result<Option<Self>> {
        let directories = Self::at(std::path::absolute(root)?);
        match directories.see_in_place() {
            Ok(()) => Ok(Some(directories)),
            Err(error) if error.kind() == ErrorKind::NotFound => match directories.hold_any()? {
                true => Self::open(root).map(Some),
                false => Ok(None),
            },
            Err(error) => Err(error),
        }
    }

    /// Those below a root, of which nothing is made.
    pub(crate) fn at(root: PathBuf) -> Self {
        Self {
            root,
            synced: [const { AtomicBool::new(false) }; SPREAD],
        }
    }

    /// Whether the file of any key is there.
    pub(crate) fn hold_any(&self) -> io::Result<bool> {
        let spreads = match self.spreads() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
            spreads => spreads?,
        };
        for spread in spreads {
            if !self.keys(&spread)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Where blobs are written.
    pub(crate) fn staging(&self) -> PathBuf {
        self.root.join("staging")
    }

    /// Whether a file that is not there was never there or was removed: an error where the store
    /// itself is away, as on a disk that is not mounted any more.
    pub(crate) fn see_in_place(&self) -> io::Result<()> {
        let is_there = fs::metadata(self.staging())?.is_dir();
        is_there
            .then_some(())
            .ok_or(ErrorKind::NotADirectory.into())
    }

    /// Where the file of a key is, if it is.
    pub(crate) fn file(&self, key: &BlobKey) -> PathBuf {
        self.directory(key).join(key.as_str())
    }

    /// Makes the directory of a key's file if it is not there.
    pub(crate) fn make_directory(&self, key: &BlobKey) -> io::Result<()> {
        make(&self.directory(key))?;
        let synced = usize::from_str_radix(spread(key), 16)
            .ok()
            .and_then(|index| self.synced.get(index));
        if synced.is_some_and(|synced| synced.load(Ordering::Acquire)) {
            return Ok(());
        }
        sync(&self.root)?;
        if let Some(synced) = synced {
            synced.store(true, Ordering::Release);
        }
        Ok(())
    }

    /// Makes it last that a key's file appeared or disappeared.
    pub(crate) fn sync_directory(&self, key: &BlobKey) -> io::Result<()> {
        sync(&self.directory(key))
    }

    /// The directories that files are spread over.
    pub(crate) fn spreads(&self) -> io::Result<Vec<String>> {
        let mut spreads = names(&self.root)?;
        spreads.retain(|name| name.len() == 2);
        Ok(spreads)
    }

    /// The keys of all files in one of them.
    pub(crate) fn keys(&self, spread_in: &str) -> io::Result<Vec<BlobKey>> {
        let files = names(&self.root.join(spread_in))?;
        let keys = files.iter().filter_map(|file| BlobKey::parse(file));
        Ok(keys.filter(|key| spread(key) == spread_in).collect())
    }

    /// How many bytes are free where blobs are written.
    pub(crate) fn free_bytes(&self) -> io::Result<u64> {
        let space = statvfs(self.staging())?;
        Ok(space.f_bavail.saturating_mul(space.f_frsize))
    }

    fn directory(&self, key: &BlobKey) -> PathBuf {
        self.root.join(spread(key))
    }
}

fn spread(key: &BlobKey) -> &str {
    key.as_str().get(..2).unwrap_or_default()
}

/// The names in a directory; those that are not Unicode are nothing of ours.
fn names(directory: &Path) -> io::Result<Vec<String>> {
    fs::read_dir(directory)?
        .filter_map(|entry| {
            entry
                .map(|entry| entry.file_name().into_string().ok())
                .transpose()
        })
        .collect()
}

fn make_with_parents(directory: &Path) -> io::Result<()> {
    if directory.is_dir() {
        return Ok(());
    }
    let parent = directory.parent().unwrap_or(directory);
    if parent != directory {
        make_with_parents(parent)?;
    }
    make(directory)?;
    sync(parent)
}

fn make(directory: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(directory) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let usable = directory.is_dir();
            usable.then_some(()).ok_or(ErrorKind::NotADirectory.into())
        }
        made => made,
    }
}

fn sync(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}
