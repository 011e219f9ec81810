//! The body of a request as it arrives, whoever reads it.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Bytes;
use actix_web::{HttpMessage as _, HttpRequest};
use futures::{Stream, StreamExt as _};
use tokio::time::timeout;

/// When an answer is there so much more is read and thrown away, so that a client that is still
/// sending sees it.
const DRAINED_BYTES_MAX: usize = 32 * 1_048_576;
const DRAINED_TIME_MAX: Duration = Duration::from_secs(2);

/// The bytes of a body. Clones read on where the others stopped.
#[derive(Clone)]
pub(crate) struct Body(Rc<RefCell<Payload>>);

impl Body {
    /// The body of a request, which its handler can read as before.
    pub(crate) fn of(request: &mut ServiceRequest) -> Self {
        let body = Self(Rc::new(RefCell::new(request.take_payload())));
        let payload = Box::pin(body.clone());
        request.set_payload(Payload::Stream { payload });
        body
    }

    /// Reads on for a bounded moment and throws away what comes.
    pub(crate) async fn drain(mut self) {
        let drain = async {
            let mut left = DRAINED_BYTES_MAX;
            while let Some(Ok(piece)) = self.next().await {
                left = left.saturating_sub(piece.len());
                if left == 0 {
                    return;
                }
            }
        };
        // Too late means that the client has to do without the answer.
        let _ = timeout(DRAINED_TIME_MAX, drain).await;
    }
}

impl Stream for Body {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.borrow_mut().poll_next_unpin(context)
    }
}

/// The media type of the body in lower case, without parameters.
pub(crate) fn media_type(request: &HttpRequest) -> Option<String> {
    let value = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    let essence = value.split(';').next().unwrap_or_default();
    Some(essence.trim().to_ascii_lowercase())
}
