//! A file on its way out of the blob store, as one of the downloads that clients share.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use futures::Stream;
use usecases::{BlobError, ByteStream, InternalError, SharePermit};

use crate::connection::ConnectionHandle;
use crate::error::ApiError;
use crate::limits;
use crate::state::State;

/// A place among the downloads, before there is anything to send.
pub(crate) struct DownloadPlace {
    _permit: SharePermit,
}

/// The bytes of a file; the place is given back with them.
pub(crate) struct DownloadStream {
    bytes: ByteStream,
    _place: DownloadPlace,
}

impl DownloadPlace {
    /// Waits for a place. Where another client needs it later, the connection is ended: the answer
    /// has begun, so there is no other way to tell.
    pub(crate) async fn acquire(request: &HttpRequest, state: &State) -> Result<Self, ApiError> {
        let connection = ConnectionHandle::of(request);
        let revoke = move || connection.end();
        let downloads = &state.api.pools.downloads;
        let permit = downloads.acquire_revocable(limits::client(request)?, 1, revoke);
        let _permit = permit.await.map_err(InternalError::from)?;
        Ok(Self { _permit })
    }

    /// The body of an answer with these bytes, which keeps the place until it is sent.
    pub(crate) fn send(self, bytes: ByteStream) -> DownloadStream {
        DownloadStream {
            bytes,
            _place: self,
        }
    }
}

impl Stream for DownloadStream {
    type Item = Result<Bytes, BlobError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.bytes.as_mut().poll_next(context)
    }
}
