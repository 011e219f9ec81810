//! A blob as a stream of pieces, of which some are read ahead.

mod readers;

use std::fs::File;
use std::io::{self, ErrorKind, IoSliceMut};
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobError, ByteStream};
use rustix::buffer::spare_capacity;
use rustix::fs::OFlags;
use rustix::io::{Errno, ReadWriteFlags, pread, preadv2};

use crate::blocking::blocking;
use crate::errors::blob_error;
use readers::Reader;
pub(crate) use readers::Readers;

/// How many pieces are read or wait to be taken, so that the disk is not waited for while the one
/// before is on its way. They are what a slow client holds in memory.
const PIECES_AHEAD: u8 = 2;

/// An open file and what is to be read of it. The file stays readable when it is removed.
pub(crate) struct BlobReader {
    file: File,
    range: Range<u64>,
    reader: Reader,
}

impl BlobReader {
    /// Opens the file, if there is one. The range is cut at its end. What is no file, such as a
    /// pipe, is an error; nobody waits for one who writes into it.
    pub(crate) fn begin(
        path: &Path,
        range: Option<Range<u64>>,
        readers: &Readers,
    ) -> io::Result<Option<Self>> {
        let mut options = File::options();
        let options = options
            .read(true)
            .custom_flags(OFlags::NONBLOCK.bits().cast_signed());
        let file = match options.open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let found = file.metadata()?;
        if !found.is_file() {
            return Err(io::Error::other(
                "what stands in the place of a blob is no file",
            ));
        }
        let size_bytes = found.len();
        let range = range.map_or(0..size_bytes, |range| {
            range.start..range.end.min(size_bytes)
        });
        Ok(Some(Self {
            file,
            range,
            reader: readers.join(),
        }))
    }

    /// The pieces in their order. Nothing comes after an error.
    pub(crate) fn into_stream(self) -> ByteStream {
        let (file, mut rest, reader) = (Arc::new(self.file), self.range, self.reader);
        let pieces = stream::iter(std::iter::from_fn(move || {
            let piece_bytes = reader.piece_bytes(PIECES_AHEAD);
            let piece = rest.start..rest.end.min(rest.start.saturating_add(piece_bytes));
            rest.start = piece.end;
            (!piece.is_empty()).then_some(piece)
        }));
        let read = move |piece: Range<u64>| {
            let file = Arc::clone(&file);
            async move {
                if let Some(bytes) = read_from_memory(&file, &piece) {
                    return Ok(bytes);
                }
                blocking(move || read(&file, piece).map_err(blob_error)).await
            }
        };
        let pieces = pieces.map(read).buffered(usize::from(PIECES_AHEAD));
        let until_error = |mut pieces: stream::BoxStream<'static, Result<Bytes, BlobError>>| async {
            let piece = pieces.try_next().await?;
            Ok(piece.map(|piece| (piece, pieces)))
        };
        stream::try_unfold(pieces.boxed(), until_error).boxed()
    }
}

/// The piece, if the system has it in memory: then to copy it here takes less than to hand it to
/// another thread and back. Never waits for the disk.
fn read_from_memory(file: &File, piece: &Range<u64>) -> Option<Bytes> {
    let length = usize::try_from(piece.end - piece.start).ok()?;
    let mut bytes = vec![0; length];
    let into = &mut [IoSliceMut::new(&mut bytes)];
    let read = preadv2(file, into, piece.start, ReadWriteFlags::NOWAIT);
    (read == Ok(length)).then(|| bytes.into())
}

/// Files never change, so one that is shorter than it was is an error.
fn read(file: &File, piece: Range<u64>) -> io::Result<Bytes> {
    let length = usize::try_from(piece.end - piece.start).map_err(io::Error::other)?;
    let mut bytes = Vec::with_capacity(length);
    let mut at = piece.start;
    while bytes.len() < length {
        match pread(file, spare_capacity(&mut bytes), at) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => at += u64::try_from(count).map_err(io::Error::other)?,
            Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    // There may have been more room than was asked for.
    bytes.truncate(length);
    Ok(bytes.into())
}
