//! A blob as a stream of pieces.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use bytes::Bytes;
use futures::{StreamExt as _, stream};
use ports::ByteStream;

use crate::blocking::blocking;
use crate::errors::blob_error;

/// How many bytes are read at once.
const PIECE_BYTES: u64 = 64 * 1024;

/// An open file and what is still to be read of it. The file stays readable when it is removed.
pub(crate) struct BlobReader {
    file: File,
    rest: Range<u64>,
}

impl BlobReader {
    /// Opens the file, if there is one. The range is cut at its end.
    pub(crate) fn begin(path: &Path, range: Option<Range<u64>>) -> io::Result<Option<Self>> {
        let file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let size_bytes = file.metadata()?.len();
        let rest = range.map_or(0..size_bytes, |range| {
            range.start..range.end.min(size_bytes)
        });
        Ok(Some(Self { file, rest }))
    }

    /// The pieces, each read when it is asked for.
    pub(crate) fn into_stream(self) -> ByteStream {
        stream::try_unfold(self, |reading| async {
            if reading.rest.is_empty() {
                return Ok(None);
            }
            blocking(move || reading.next().map_err(blob_error))
                .await
                .map(Some)
        })
        .boxed()
    }

    /// Files never change, so one that is shorter than it was is an error.
    fn next(mut self) -> io::Result<(Bytes, Self)> {
        let size_bytes = PIECE_BYTES.min(self.rest.end - self.rest.start);
        let mut piece = vec![0; usize::try_from(size_bytes).map_err(io::Error::other)?];
        self.file.read_exact_at(&mut piece, self.rest.start)?;
        self.rest.start += size_bytes;
        Ok((Bytes::from(piece), self))
    }
}
