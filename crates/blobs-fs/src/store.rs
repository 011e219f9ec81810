//! The port: what is waited for here, what is done with files on blocking threads.

use std::fs;
use std::io::ErrorKind;
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
use crate::staging::{StagedFile, remove_leftovers};

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
        work: impl FnOnce(&Directories, &BlobKey) -> std::io::Result<T> + Send + 'static,
    ) -> Result<T, BlobError> {
        let (directories, key) = (Arc::clone(&self.0), key.clone());
        blocking(move || work(&directories, &key).map_err(blob_error)).await
    }
}

#[async_trait]
impl BlobStore for FileBlobStore {
    async fn put(&self, key: &BlobKey, mut bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let mut staged = self.with_files(key, StagedFile::begin).await?;
        while let Some(batch) = next_batch(&mut bytes).await? {
            let write = move || staged.write(&batch).map(|()| staged).map_err(blob_error);
            staged = blocking(write).await?;
        }
        let publish = move |directories: &_, key: &_| staged.publish(directories, key);
        // Nothing is awaited between the end of this and `keep`: who drops the put sooner drops the
        // blob with it.
        self.with_files(key, publish)
            .await
            .map(|published| published.keep())
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
        let absent_is_well = |outcome: std::io::Result<()>| match outcome {
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

/// The pieces to write next, or `None` at the end of the stream.
async fn next_batch(bytes: &mut ByteStream) -> Result<Option<Vec<Bytes>>, BlobError> {
    let (mut batch, mut size_bytes) = (Vec::new(), 0);
    while size_bytes < BATCH_BYTES && batch.len() < BATCH_PIECES {
        match bytes.try_next().await? {
            Some(piece) => {
                size_bytes += piece.len();
                batch.push(piece);
            }
            None if batch.is_empty() => return Ok(None),
            None => break,
        }
    }
    Ok(Some(batch))
}

/// Whatever keeps the directory from being opened, an operator can put right.
fn unavailable(error: std::io::Error) -> BlobError {
    BlobError::Unavailable(error.into())
}
