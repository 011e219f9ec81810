//! A blob as it arrives: what has come is written by one thread and hashed by another, while more
//! comes.

use std::io;
use std::sync::Arc;

use bytes::Bytes;
use domain::BlobKey;
use futures::TryStreamExt as _;
use ports::{BlobError, ByteStream};
use sha256::Sha256;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::blocking::{begun, ended, unbounded};
use crate::directories::Directories;
use crate::errors::blob_error;
use crate::staging::{StagedFile, UnconfirmedFile};

/// How much is gathered before it is written, so that small pieces do not each cost a change of
/// threads. What is written, what is gathered meanwhile and what is on its way are 1 MB together.
const BATCH_BYTES: usize = 192 * 1024;
const BATCH_PIECES: usize = 1024;

/// Pieces that are written together.
#[derive(Default)]
pub(crate) struct Batch {
    pieces: Vec<Bytes>,
    /// Whether no more come.
    pub(crate) is_last: bool,
}

/// The batches that have come so far. Its file is removed when this is dropped, at the latest when
/// the threads have done what they began.
#[derive(Default)]
pub(crate) struct ArrivedPart {
    /// None before the first batch.
    file: Option<StagedFile>,
    hash: Sha256,
    begun: Option<BegunBatch>,
}

/// What two threads do with a batch at the same time.
struct BegunBatch {
    written: JoinHandle<io::Result<StagedFile>>,
    hashed: JoinHandle<Sha256>,
}

impl ArrivedPart {
    /// Begins to write and to hash a batch. The one before must be settled.
    pub(crate) async fn begin(
        &mut self,
        batch: Batch,
        directories: &Arc<Directories>,
        key: &BlobKey,
    ) -> Result<(), BlobError> {
        let (file, mut hash) = (self.file.take(), std::mem::take(&mut self.hash));
        let (directories, key) = (Arc::clone(directories), key.clone());
        let pieces = batch.pieces.clone();
        let written = begun(move || append(file, &batch.pieces, &directories, &key)).await?;
        let hashed = spawn_blocking(move || {
            pieces.iter().for_each(|piece| hash.update(piece));
            hash
        });
        self.begun = Some(BegunBatch { written, hashed });
        Ok(())
    }

    /// Waits until the batch that was begun is written and hashed. After an error nothing is left.
    pub(crate) async fn settle(&mut self) -> Result<(), BlobError> {
        if let Some(begun) = self.begun.take() {
            self.hash = unbounded(begun.hashed).await?;
            self.file = Some(ended(begun.written).await?.map_err(blob_error)?);
        }
        Ok(())
    }

    /// Appends the last batch and puts the blob in its place. A small blob is one batch, so it
    /// takes one change of threads in all. Blocks.
    pub(crate) fn publish(
        mut self,
        batch: Batch,
        directories: &Directories,
        key: &BlobKey,
    ) -> io::Result<UnconfirmedFile> {
        let file = append(self.file, &batch.pieces, directories, key)?;
        let pieces = batch.pieces.iter();
        pieces.for_each(|piece| self.hash.update(piece));
        file.publish(self.hash.finalize(), directories, key)
    }
}

/// Appends the pieces to the file, or to a new one where there is none.
fn append(
    file: Option<StagedFile>,
    pieces: &[Bytes],
    directories: &Directories,
    key: &BlobKey,
) -> io::Result<StagedFile> {
    let mut file = match file {
        Some(file) => file,
        None => StagedFile::begin(directories, key)?,
    };
    file.write(pieces)?;
    Ok(file)
}

/// The next pieces of the stream.
pub(crate) async fn next_batch(bytes: &mut ByteStream) -> Result<Batch, BlobError> {
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
