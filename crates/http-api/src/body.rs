//! Bodies of requests, within bounds of size and time.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::error::PayloadError;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, BytesMut, Payload};
use data_json::JsonLimits;
use forms::Value;
use futures::{Stream, StreamExt as _};
use tokio::time::timeout;

use crate::error::BodyError;
use crate::settings::HttpSettings;

/// After a refusal so much more is read and thrown away, so that a client that is still sending
/// sees the answer.
const DRAINED_BYTES_MAX: usize = 32 * 1_048_576;
const DRAINED_TIME_MAX: Duration = Duration::from_secs(2);

/// The bytes of a body as they arrive. Clones read on where the others stopped.
#[derive(Clone)]
pub(crate) struct Body(Rc<RefCell<Payload>>);

impl Body {
    pub(crate) fn new(payload: Payload) -> Self {
        Self(Rc::new(RefCell::new(payload)))
    }

    /// The body as a JSON value.
    pub(crate) async fn json(
        &self,
        request: &HttpRequest,
        settings: &HttpSettings,
    ) -> Result<Value, BodyError> {
        if !matches!(
            media_type(request).as_deref(),
            Some("application/json" | "application/merge-patch+json")
        ) {
            return Err(BodyError::ContentTypeUnsupported(
                "application/json or application/merge-patch+json",
            ));
        }
        let read = self.read(settings.json_bytes_max);
        let bytes = timeout(settings.body_time_max, read)
            .await
            .map_err(|_| BodyError::TooSlow)??;
        data_json::parse(&bytes, JsonLimits::BODY).map_err(BodyError::JsonInvalid)
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

    async fn read(&self, bytes_max: usize) -> Result<Bytes, BodyError> {
        let mut pieces = self.clone();
        let mut bytes = BytesMut::new();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|_| BodyError::Incomplete)?;
            if bytes.len() + piece.len() > bytes_max {
                return Err(BodyError::TooLarge { bytes_max });
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes.freeze())
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
