//! The body of a request as it arrives, for its handler and for the middleware that drains the
//! rest.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING};
use actix_web::web::Bytes;
use actix_web::{HttpMessage as _, HttpRequest};
use futures::{Stream, StreamExt as _};
use tokio::time::timeout;

use crate::connection::ConnectionHandle;
use crate::connection::minimum_rate::{MinimumRate, PacedTransfer, Waiting};
use crate::error::BodyError;

/// How much of a body is still read and thrown away once its answer is there, and for how long, so
/// that a client that is still sending sees the answer.
const DRAINED_BYTES_MAX: usize = 32 * 1_048_576;
const DRAINED_TIME_MAX: Duration = Duration::from_secs(2);

/// After so long without a byte the client seems to wait for its answer, as it may before it sends
/// a body (RFC 9110, 10.1.1): it gets it, and what comes then is read behind it.
const DRAINED_SILENCE_MAX: Duration = Duration::from_millis(300);

/// The bytes of a body, which must arrive at a minimum rate while they are waited for. Clones share
/// one position: each reads on where the others stopped.
#[derive(Clone)]
pub(crate) struct Body(Rc<RefCell<Arriving>>);

struct Arriving {
    payload: Payload,
    connection: ConnectionHandle,
    transfer: PacedTransfer,
    /// It comes in chunks (RFC 9112, 7.1).
    is_chunked: bool,
    waiting: Waiting,
    has_broken_off: bool,
}

impl Body {
    /// The body of a request, which its handler can read as before.
    pub(crate) fn of(
        request: &mut ServiceRequest,
        connection: &ConnectionHandle,
        rate: MinimumRate,
    ) -> Self {
        let is_chunked = request.headers().contains_key(TRANSFER_ENCODING);
        let length = announced_length(request).filter(|_| !is_chunked);
        connection.request_begins(length);
        let body = Self(Rc::new(RefCell::new(Arriving {
            payload: request.take_payload(),
            connection: connection.clone(),
            transfer: PacedTransfer::under(rate),
            is_chunked,
            waiting: Waiting::default(),
            has_broken_off: false,
        })));
        let payload = Box::pin(body.clone());
        request.set_payload(Payload::Stream { payload });
        body
    }

    /// Reads on within `DRAINED_BYTES_MAX` and `DRAINED_TIME_MAX`, as long as something comes, and
    /// throws it away. Answers whether the body came to its end.
    pub(crate) async fn drain(mut self) -> bool {
        let drain = async {
            let mut left = DRAINED_BYTES_MAX;
            while left > 0 {
                match timeout(DRAINED_SILENCE_MAX, self.next()).await {
                    Ok(Some(Ok(piece))) => left = left.saturating_sub(piece.len()),
                    Ok(None) => return !self.has_broken_off(),
                    Ok(Some(Err(_))) | Err(_) => return false,
                }
            }
            false
        };
        timeout(DRAINED_TIME_MAX, drain).await.unwrap_or(false)
    }

    /// Whether a reader has met an error, such as a body that broke off.
    pub(crate) fn has_broken_off(&self) -> bool {
        self.0.borrow().has_broken_off
    }

    /// The error of a body that has broken off.
    pub(crate) fn broken_off(&self) -> BodyError {
        self.0.borrow().broken_off().into()
    }

    /// Whether it has broken off or cannot be decoded, as far as that is known without waiting.
    /// Only for a body that nobody reads any more: bytes that have arrived are thrown away.
    pub(crate) fn is_found_broken_off(&self) -> bool {
        let Ok(mut arriving) = self.0.try_borrow_mut() else {
            return false;
        };
        let mut nobody = Context::from_waker(Waker::noop());
        while !arriving.has_broken_off {
            match arriving.payload.poll_next_unpin(&mut nobody) {
                Poll::Ready(Some(Ok(_))) => {}
                Poll::Ready(Some(Err(_))) => arriving.has_broken_off = true,
                Poll::Ready(None) | Poll::Pending => break,
            }
        }
        arriving.has_broken_off
    }
}

impl Stream for Body {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll(context)
    }
}

impl Arriving {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, PayloadError>>> {
        if self.has_broken_off {
            return Poll::Ready(None);
        }
        let piece = self.payload.poll_next_unpin(context);
        self.connection.body_is_waited_for(piece.is_pending());
        let Poll::Ready(piece) = piece else {
            ready!(self.waiting.poll(self.transfer.patience(), context));
            self.has_broken_off = true;
            let given_up = std::io::Error::from(std::io::ErrorKind::TimedOut);
            return Poll::Ready(Some(Err(PayloadError::Io(given_up))));
        };
        let waited = self.waiting.end();
        match &piece {
            Some(Ok(piece)) => self.transfer.moved(piece.len(), waited),
            Some(Err(_)) => {
                self.has_broken_off = true;
                return Poll::Ready(Some(Err(self.broken_off())));
            }
            None => {}
        }
        Poll::Ready(piece)
    }

    /// The library's errors do not say reliably which of the two it was.
    fn broken_off(&self) -> PayloadError {
        if self.is_chunked {
            PayloadError::EncodingCorrupted
        } else {
            PayloadError::Incomplete(None)
        }
    }
}

fn announced_length(request: &ServiceRequest) -> Option<u64> {
    let length = request.headers().get(CONTENT_LENGTH)?;
    length.to_str().ok()?.trim().parse().ok()
}

/// Refuses a body with a `Content-Encoding` other than `identity` (RFC 9110, 8.4).
pub(crate) fn check_encoding(request: &HttpRequest) -> Result<(), BodyError> {
    let mut encodings = request.headers().get_all(CONTENT_ENCODING);
    let is_none =
        |encoding: &[u8]| encoding.is_empty() || encoding.eq_ignore_ascii_case(b"identity");
    if encodings.all(|encoding| is_none(encoding.as_bytes().trim_ascii())) {
        Ok(())
    } else {
        Err(BodyError::Encoded)
    }
}

/// The media type of the body in lower case, without parameters.
pub(crate) fn media_type(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    let essence = value.split(';').next().unwrap_or_default();
    Some(essence.trim().to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use actix_web::dev::Payload;
    use actix_web::error::PayloadError;
    use actix_web::test::TestRequest;
    use actix_web::web::Bytes;
    use futures::{Stream, StreamExt as _, stream};
    use tokio::time::{Instant, sleep};

    use super::{Body, DRAINED_TIME_MAX};
    use crate::connection::ConnectionHandle;
    use crate::connection::minimum_rate::MinimumRate;

    /// Whether a body that arrives like this is drained to its end, and how long that takes on the
    /// clock of the runtime, which stands while nobody waits.
    async fn drained(
        pieces: impl Stream<Item = Result<Bytes, PayloadError>> + 'static,
    ) -> (bool, Duration) {
        let mut request = TestRequest::post().to_srv_request();
        let payload = Box::pin(pieces);
        request.set_payload(Payload::Stream { payload });
        let connection = ConnectionHandle::of(request.request());
        let body = Body::of(&mut request, &connection, MinimumRate::default());
        let begin = Instant::now();
        (body.drain().await, begin.elapsed())
    }

    /// A byte each after so many milliseconds.
    fn every(milliseconds: u64) -> impl Stream<Item = Result<Bytes, PayloadError>> {
        stream::repeat(()).then(move |()| async move {
            sleep(Duration::from_millis(milliseconds)).await;
            Ok(Bytes::from_static(b"x"))
        })
    }

    #[tokio::test(start_paused = true)]
    async fn drain_waits_for_a_body_only_while_it_arrives() {
        let (is_whole, time) = drained(stream::pending()).await;
        assert!(!is_whole && time < Duration::from_millis(500), "{time:?}");
        let (is_whole, time) = drained(every(1).take(100).chain(stream::pending())).await;
        assert!(!is_whole && time < Duration::from_millis(600), "{time:?}");
        let (is_whole, time) = drained(every(200)).await;
        assert!(!is_whole && time == DRAINED_TIME_MAX, "{time:?}");
        assert!(drained(every(200).take(5)).await.0);
        assert!(drained(stream::empty()).await.0);
    }
}
