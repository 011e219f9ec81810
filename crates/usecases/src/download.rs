//! Downloads, compared with the size and hash that were noted when the file came in. Where they
//! differ the stream breaks off before its last piece, so that nobody takes it for whole.

use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;
use domain::PaId;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use ports::{BlobError, ByteStream};

use crate::{BlobRole, StorageFault};

mod content_check;
mod known_contents;
mod running_hash;

use content_check::ContentCheck;
pub(crate) use known_contents::KnownContents;

/// A file that is handed out.
pub struct Download {
    /// The number of bytes; `None` where that was not noted.
    pub size_bytes: Option<u64>,
    /// The bytes. The stream ends with an error where they are not those that were noted.
    pub bytes: ByteStream,
}

/// Size and hash that were noted for stored bytes, where they were.
pub(crate) struct NotedBytes {
    pub(crate) pa_id: PaId,
    pub(crate) part: BlobRole,
    pub(crate) size_bytes: Option<u64>,
    pub(crate) sha256: Option<[u8; 32]>,
}

impl NotedBytes {
    /// The same for a range, cut at the end of the file. The hash of the whole is dropped, as it
    /// says nothing of a part.
    pub(crate) fn range(mut self, range: &Range<u64>) -> Self {
        let end = |size: u64| range.end.min(size).saturating_sub(range.start);
        self.size_bytes = self.size_bytes.map(end);
        self.sha256 = None;
        self
    }

    /// These bytes, as long as they can be the noted ones. If they are not, or cannot be read to
    /// their end, the stream ends with an error and the log has a line.
    pub(crate) fn compare(self, bytes: ByteStream, known: &Arc<KnownContents>) -> Download {
        let size_bytes = self.size_bytes;
        let check = self.sha256.map(|noted| ContentCheck::of(noted, known));
        let comparison = Comparison {
            noted: self,
            bytes: bytes.fuse().boxed(),
            seen_bytes: 0,
            check,
            held: None,
        };
        let bytes = stream::try_unfold(comparison, Comparison::next).boxed();
        Download { size_bytes, bytes }
    }
}

struct Comparison {
    noted: NotedBytes,
    bytes: ByteStream,
    seen_bytes: u64,
    /// None where only the size is noted.
    check: Option<ContentCheck>,
    /// The last piece, which is handed on when the next one has come or the end was compared.
    held: Option<Bytes>,
}

impl Comparison {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, BlobError> {
        loop {
            let read = self.bytes.try_next().await;
            let read = read.inspect_err(|error| self.log_unreadable(error))?;
            let Some(piece) = read else {
                self.judge_end().await?;
                return Ok(self.held.take().map(|last| (last, self)));
            };
            self.take(&piece).await?;
            // An empty piece at the end would send the others out before they are judged.
            if !piece.is_empty()
                && let Some(held) = self.held.replace(piece)
            {
                return Ok(Some((held, self)));
            }
        }
    }

    async fn take(&mut self, piece: &Bytes) -> Result<(), BlobError> {
        let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        self.seen_bytes = self.seen_bytes.saturating_add(length);
        if let Some(check) = &mut self.check {
            check.update(piece).await?;
        }
        let size_bytes = self.noted.size_bytes;
        self.ensure(size_bytes.is_none_or(|size| self.seen_bytes <= size))
    }

    async fn judge_end(&mut self) -> Result<(), BlobError> {
        let size_bytes = self.noted.size_bytes;
        self.ensure(size_bytes.is_none_or(|size| self.seen_bytes == size))?;
        let is_noted = match &mut self.check {
            Some(check) => check.is_noted().await?,
            None => true,
        };
        self.ensure(is_noted)
    }

    fn ensure(&self, is_right: bool) -> Result<(), BlobError> {
        if is_right {
            return Ok(());
        }
        let NotedBytes { pa_id, part, .. } = self.noted;
        let fault = StorageFault::BytesChanged { pa_id, part };
        tracing::error!(%pa_id, "{fault}: a download was broken off");
        Err(BlobError::Failed("the bytes have changed".into()))
    }

    fn log_unreadable(&self, error: &BlobError) {
        let NotedBytes { pa_id, part, .. } = self.noted;
        let fault = StorageFault::BytesUnreadable { pa_id, part };
        let error: &dyn std::error::Error = error;
        tracing::error!(%pa_id, error, "{fault}: a download was broken off");
    }
}
