//! The body of an answer, which must not pause for long.

use std::future::Future as _;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use object_store::client::{HttpError, HttpErrorKind};
use tokio::time::{Instant, Sleep, sleep};

/// How long nothing may come.
const PAUSE_MAX: Duration = Duration::from_secs(30);

/// A body with a limit on its pauses. Only the time counts in which somebody waits for the next
/// bytes, not that in which nobody asks.
pub(crate) struct TimedBody<B> {
    body: B,
    pause: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl<B> TimedBody<B> {
    /// The limit begins when bytes are first asked for.
    pub(crate) fn new(body: B) -> Self {
        Self {
            body,
            pause: Box::pin(sleep(PAUSE_MAX)),
            is_waiting: false,
        }
    }
}

impl<B: Body<Data = Bytes, Error = HttpError> + Unpin> Body for TimedBody<B> {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            self.is_waiting = false;
            return Poll::Ready(frame);
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.pause.as_mut().reset(Instant::now() + PAUSE_MAX);
        }
        ready!(self.pause.as_mut().poll(context));
        let silent = std::io::Error::from(std::io::ErrorKind::TimedOut);
        Poll::Ready(Some(Err(HttpError::new(HttpErrorKind::Timeout, silent))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bytes::Bytes;
    use futures::{StreamExt as _, stream};
    use http_body::Frame;
    use http_body_util::{BodyExt as _, StreamBody};
    use object_store::client::HttpErrorKind;
    use tokio::time::sleep;

    use super::TimedBody;

    async fn after(seconds: u64) -> Result<Frame<Bytes>, super::HttpError> {
        sleep(Duration::from_secs(seconds)).await;
        Ok(Frame::data(Bytes::from_static(b"a")))
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_pause_ends_it_and_short_ones_do_not() {
        let body = StreamBody::new(Box::pin(stream::iter([20, 20, 20, 31]).then(after)));
        let mut answer = TimedBody::new(body);
        for _ in 0..3 {
            assert!(answer.frame().await.unwrap().is_ok());
        }
        let silent = answer.frame().await.unwrap().unwrap_err();
        assert_eq!(silent.kind(), HttpErrorKind::Timeout);
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_reader_is_no_pause() {
        let body = StreamBody::new(Box::pin(stream::iter([1, 1]).then(after)));
        let mut answer = TimedBody::new(body);
        for _ in 0..2 {
            sleep(Duration::from_secs(3600)).await;
            assert!(answer.frame().await.unwrap().is_ok());
        }
        assert!(answer.frame().await.is_none());
    }
}
