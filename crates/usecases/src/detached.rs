//! Work that goes on to its end even if its caller is gone, so that what it has begun with rows and
//! bytes is either kept or undone.

use std::panic::resume_unwind;
use std::task::Poll;

use futures::channel::oneshot;
use futures::future::{BoxFuture, Shared};
use futures::{FutureExt as _, StreamExt as _, stream};
use ports::{BlobError, ByteStream};
use tracing::Instrument as _;

use crate::InternalError;

/// The outcome of the work. If this future is dropped, the work goes on; only the end of the
/// process cuts it off.
pub(crate) async fn run_to_the_end<T, E>(
    work: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<InternalError> + Send + 'static,
{
    let ended = tokio::spawn(work.in_current_span()).await;
    ended.unwrap_or_else(|error| match error.try_into_panic() {
        Ok(panic) => resume_unwind(panic),
        Err(cut) => Err(InternalError::Unavailable(cut.into()).into()),
    })
}

/// Resolves when nobody waits for the outcome any more.
pub(crate) type CallerGone = Shared<BoxFuture<'static, ()>>;

/// A pair: the caller keeps the first part, and the work watches the second, which resolves when
/// the first is dropped.
pub(crate) fn caller() -> (oneshot::Sender<()>, CallerGone) {
    let (caller, gone) = oneshot::channel();
    (caller, gone.map(drop).boxed().shared())
}

/// The same bytes, ended with [`BlobError::Interrupted`] as soon as the caller is gone.
pub(crate) fn until_gone(bytes: ByteStream, mut gone: CallerGone) -> ByteStream {
    let mut bytes = bytes.fuse();
    stream::poll_fn(move |context| match gone.poll_unpin(context) {
        Poll::Ready(()) => {
            let gone = BlobError::Interrupted("the caller has gone".into());
            Poll::Ready(Some(Err(gone)))
        }
        Poll::Pending => bytes.poll_next_unpin(context),
    })
    .boxed()
}
