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

use crate::arrival::{ArrivedPart, next_batch};
use crate::blocking::{blocking, ended_sometime};
use crate::directories::Directories;
use crate::errors::blob_error;
use crate::read::{BlobReader, Readers};
use crate::staging::{StagedFile, remove_leftovers};

/// The port's blob store in a directory. Several processes may share it.
pub struct FileBlobStore {
    directories: Arc<Directories>,
    readers: Arc<Readers>,
}

impl FileBlobStore {
    /// Opens the directory; makes it and those above it if they are not there. Blocks.
    pub fn open(directory: &Path) -> Result<Self, BlobError> {
        let directories = Directories::open(directory).map_err(unavailable)?;
        Ok(Self::of(directories))
    }

    /// Opens the directory if it is a blob store already. `None` where it is not there, or holds
    /// nothing of one, as where its disk is not mounted; then nothing is made. Blocks.
    pub fn reopen(directory: &Path) -> Result<Option<Self>, BlobError> {
        let directories = Directories::reopen(directory).map_err(unavailable)?;
        Ok(directories.map(Self::of))
    }

    fn of(directories: Directories) -> Self {
        Self {
            directories: Arc::new(directories),
            readers: Arc::default(),
        }
    }

    /// Whether the directory has a blob. Makes nothing: one that does not exist has none. Blocks.
    pub fn holds_any(directory: &Path) -> Result<bool, BlobError> {
        let directories = Directories::at(directory.to_owned());
        directories.hold_any().map_err(unavailable)
    }

    /// Runs work on the files off the request threads.
    async fn with_files<T: Send + 'static>(
        &self,
        key: &BlobKey,
        work: impl FnOnce(&Directories, &BlobKey) -> io::Result<T> + Send + 'static,
    ) -> Result<T, BlobError> {
        let (directories, key) = (Arc::clone(&self.directories), key.clone());
        blocking(move || work(&directories, &key).map_err(blob_error)).await
    }
}

#[async_trait]
impl BlobStore for FileBlobStore {
    async fn put(&self, key: &BlobKey, mut bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let mut part = ArrivedPart::default();
        loop {
            // While these come, those before them are written and hashed.
            let batch = next_batch(&mut bytes).await;
            part.settle().await?;
            let batch = batch?;
            if batch.is_last {
                let publish = move |directories: &_, key: &_| part.publish(batch, directories, key);
                // Nothing is awaited between the end of the work on files and `keep`: who drops the
                // put sooner drops the blob with it.
                return Ok(self.with_files(key, publish).await?.keep());
            }
            part.begin(batch, &self.directories, key).await?;
        }
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        let readers = Arc::clone(&self.readers);
        self.with_files(key, move |directories, key| {
            let reading = BlobReader::begin(&directories.file(key), range, &readers)?;
            if reading.is_none() {
                directories.see_in_place()?;
            }
            Ok(reading)
        })
        .await
        .map(|reading| reading.map(BlobReader::into_stream))
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        self.with_files(key, |directories, key| {
            let absent_is_well = |outcome: io::Result<()>| match outcome {
                Err(error) if error.kind() == ErrorKind::NotFound => directories.see_in_place(),
                outcome => outcome,
            };
            absent_is_well(fs::remove_file(directories.file(key)))?;
            // Also where it is gone already: whoever removed it may not have come so far.
            absent_is_well(directories.sync_directory(key))
        })
        .await
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        let directories = Arc::clone(&self.directories);
        let spreads = ended_sometime(move || {
            let spreads = directories.spreads();
            // An empty mount point is no store without blobs.
            let seen = spreads.and_then(|spreads| directories.see_in_place().map(|()| spreads));
            seen.map_err(blob_error)
        })
        .await?;
        let directories = Arc::clone(&self.directories);
        let keys = stream::iter(spreads).then(move |spread| {
            let directories = Arc::clone(&directories);
            ended_sometime(move || directories.keys(&spread).map_err(blob_error))
        });
        let keys = keys.map_ok(|keys| stream::iter(keys).map(Ok));
        Ok(keys.try_flatten().boxed())
    }

    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError> {
        let directories = Arc::clone(&self.directories);
        ended_sometime(move || remove_leftovers(&directories, age_min).map_err(blob_error)).await
    }

    async fn check(&self) -> Result<(), BlobError> {
        self.with_files(&BlobKey::from_entropy([0; 16]), |directories, key| {
            StagedFile::begin(directories, key)?.write(&[Bytes::from_static(b"?")])
        })
        .await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        let directories = Arc::clone(&self.directories);
        blocking(move || directories.free_bytes().map(Some).map_err(blob_error)).await
    }
}

/// Whatever keeps the directory from being opened, an operator can put right.
fn unavailable(error: io::Error) -> BlobError {
    BlobError::Unavailable(error.into())
}
