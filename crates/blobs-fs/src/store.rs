//! The port: what is waited for here, what is done with files on blocking threads.

use std::fs;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::BlobKey;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobError, BlobStore, BlobSummary, ByteStream, KeyStream};

use crate::blocking::blocking;
use crate::directories::Directories;
use crate::errors::blob_error;
use crate::read::BlobReader;
use crate::staging::{StagedFile, UnconfirmedFile, remove_leftovers};

/// So much is gathered before it is written, so that small pieces do not each cost a change of
/// threads.
const BATCH_BYTES: usize = 256 * 1024;
const BATCH_PIECES: usize = 1024;

/// The port's blob store in a directory. Several processes may share it.
pub struct FileBlobStore(Arc<Directories>);

impl FileBlobStore {
    /// Opens the directory; makes it and those above it if they are not there. Blocks.
    pub fn open(directory: &Path) -> Result<Self, BlobError> {
        let directories = Directories::open(directory).map_err(unavailable)?;
        Ok(Self(Arc::new(directories)))
    }

    /// Runs work on the files off the request threads.
    async fn with_files<T: Send + 'static>(
        &self,
        key: &BlobKey,
        work: impl FnOnce(&Directories, &BlobKey) -> io::Result<T> + Send + 'static,
    ) -> Result<T, BlobError> {
        let (directories, key) = (Arc::clone(&self.0), key.clone());
        blocking(move || work(&directories, &key).map_err(blob_error)).await
    }
}

#[async_trait]
impl BlobStore for FileBlobStore {
    async fn put(&self, key: &BlobKey, mut bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let mut staged = None;
        loop {
            let batch = next_batch(&mut bytes).await?;
            // A small blob takes one change of threads in all.
            let write = move |directories: &_, key: &_| batch.write(staged, directories, key);
            match self.with_files(key, write).await? {
                Written::Part(part) => staged = Some(part),
                // Nothing is awaited between the end of the work on files and `keep`: who drops the
                // put sooner drops the blob with it.
                Written::Whole(published) => return Ok(published.keep()),
            }
        }
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        self.with_files(key, |directories, key| {
            BlobReader::begin(&directories.file(key), range)
        })
        .await
        .map(|reading| reading.map(BlobReader::into_stream))
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        let absent_is_well = |outcome: io::Result<()>| match outcome {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            outcome => outcome,
        };
        self.with_files(key, move |directories, key| {
            absent_is_well(fs::remove_file(directories.file(key)))?;
            // Also where it is gone already: whoever removed it may not have come so far.
            absent_is_well(directories.sync_directory(key))
        })
        .await
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        let directories = Arc::clone(&self.0);
        let spreads = blocking(move || directories.spreads().map_err(blob_error)).await?;
        let directories = Arc::clone(&self.0);
        let keys = stream::iter(spreads).then(move |spread| {
            let directories = Arc::clone(&directories);
            blocking(move || directories.keys(&spread).map_err(blob_error))
        });
        let keys = keys.map_ok(|keys| stream::iter(keys).map(Ok));
        Ok(keys.try_flatten().boxed())
    }

    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError> {
        let directories = Arc::clone(&self.0);
        blocking(move || remove_leftovers(&directories, age_min).map_err(blob_error)).await
    }

    async fn check(&self) -> Result<(), BlobError> {
        self.with_files(&BlobKey::from_entropy([0; 16]), |directories, key| {
            StagedFile::begin(directories, key)?.write(&[Bytes::from_static(b"?")])
        })
        .await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        let directories = Arc::clone(&self.0);
        blocking(move || directories.free_bytes().map(Some).map_err(blob_error)).await
    }
}

/// Pieces that are written together.
#[derive(Default)]
struct Batch {
    pieces: Vec<Bytes>,
    /// Whether no more come.
    is_last: bool,
}

/// How far a blob is.
enum Written {
    Part(StagedFile),
    Whole(UnconfirmedFile),
}

impl Batch {
    /// Appends the pieces to what was staged before them, or to a new file.
    fn write(
        self,
        staged: Option<StagedFile>,
        directories: &Directories,
        key: &BlobKey,
    ) -> io::Result<Written> {
        let mut staged = match staged {
            Some(staged) => staged,
            None => StagedFile::begin(directories, key)?,
        };
        staged.write(&self.pieces)?;
        Ok(if self.is_last {
            Written::Whole(staged.publish(directories, key)?)
        } else {
            Written::Part(staged)
        })
    }
}

async fn next_batch(bytes: &mut ByteStream) -> Result<Batch, BlobError> {
    let (mut batch, mut size_bytes) = (Batch::default(), 0);
    while size_bytes < BATCH_BYTES && batch.pieces.len() < BATCH_PIECES {
        let Some(piece) = bytes.try_next().await? else {
            batch.is_last = true;
            break;
        };
        size_bytes += piece.len();
        batch.pieces.push(piece);
    }
    Ok(batch)
}

/// Whatever keeps the directory from being opened, an operator can put right.
fn unavailable(error: io::Error) -> BlobError {
    BlobError::Unavailable(error.into())
}
