//! A file on its way out of the blob store, as one of the downloads that clients share.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use futures::stream::Peekable;
use futures::{Stream, StreamExt as _};
use usecases::{BlobError, ByteStream, InternalError, SharePermit};

use crate::connection::ConnectionHandle;
use crate::error::ApiError;
use crate::rate_limit;
use crate::state::State;

/// A place among the downloads, before there is anything to send.
pub(crate) struct DownloadPlace {
    _permit: SharePermit,
}

/// The bytes of a file; the place is given back with them.
pub(crate) struct DownloadStream {
    bytes: Peekable<ByteStream>,
    _place: DownloadPlace,
}

impl DownloadPlace {
    /// Waits for a place. Where another client needs it later, the connection is ended: the answer
    /// has begun, so there is no other way to tell.
    pub(crate) async fn acquire(request: &HttpRequest, state: &State) -> Result<Self, ApiError> {
        let connection = ConnectionHandle::of(request);
        let revoke = move || connection.end();
        let downloads = &state.api.pools.downloads;
        let permit = downloads.acquire_revocable(rate_limit::client(request)?, 1, revoke);
        let _permit = permit.await.map_err(InternalError::from)?;
        Ok(Self { _permit })
    }

    /// The body of an answer with these bytes, which keeps the place until it is sent. The first of
    /// them are waited for: a file that cannot be read, and a small one that has changed, is an
    /// error with a sentence and no answer that breaks off.
    pub(crate) async fn send(self, bytes: ByteStream) -> Result<DownloadStream, ApiError> {
        let mut bytes = bytes.peekable();
        let unread = Pin::new(&mut bytes).next_if(Result::is_err).await;
        unread.transpose().map_err(InternalError::from)?;
        Ok(DownloadStream {
            bytes,
            _place: self,
        })
    }
}

impl Stream for DownloadStream {
    type Item = Result<Bytes, BlobError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.bytes.poll_next_unpin(context)
    }
}
