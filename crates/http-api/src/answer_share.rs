//! What large answers take of the memory that all answers on their way may take together.
//!
//! An answer lies in memory for as long as its client takes to take it. Files are not meant: those
//! are streamed, as downloads.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::ServiceResponse;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage as _, HttpRequest};
use usecases::{InternalError, SharePermit};

use crate::connection::ConnectionHandle;
use crate::error::ApiError;
use crate::limits;
use crate::state::State;

/// Smaller answers are not counted: so much may be there for each connection.
const UNCOUNTED_BYTES_MAX: u64 = 64 * 1024;

/// An answer goes out in pieces of so many bytes, so that it is in memory once.
const PIECE_BYTES: usize = 32 * 1024;

/// A part of the memory for answers, given back when this is dropped.
struct AnswerShare {
    permit: SharePermit,
    bytes: u64,
    stage: AnswerStage,
}

/// How far an answer is, for the moment when another client needs its share.
#[derive(Clone)]
struct AnswerStage(Arc<Mutex<Stage>>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Something is done that the answer is to tell of: whoever waits has the share after that.
    Doing,
    /// The same, and somebody waits.
    DoingWhileWaitedFor,
    /// Nothing but the answer is lost with the connection.
    Showing,
}

/// An answer on its way, with its share.
struct HeldAnswer {
    left: Bytes,
    _share: Option<AnswerShare>,
}

/// Takes what an answer of so many bytes needs, before it is made: who is refused is refused before
/// anything is done, and what waits is not in memory yet. It is given back with the answer.
pub(crate) async fn take_ahead(
    request: &HttpRequest,
    state: &State,
    bytes: u64,
) -> Result<(), ApiError> {
    if bytes > UNCOUNTED_BYTES_MAX {
        let share = AnswerShare::acquire(request, state, bytes).await?;
        request.extensions_mut().insert(share);
    }
    Ok(())
}

/// The same answer with its share, if it is in memory and large. One that only shows something is
/// refused where there is no room for it; one that tells of what was done goes out.
pub(crate) async fn hold(
    answer: ServiceResponse<impl MessageBody + 'static>,
    state: &State,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let (request, response) = answer.into_parts();
    let (head, body) = response.into_parts();
    let body = match body.boxed().try_into_bytes() {
        Ok(bytes) if bytes.len() as u64 > UNCOUNTED_BYTES_MAX => {
            let share = share_of(&request, state, bytes.len() as u64).await?;
            let left = bytes;
            BoxBody::new(HeldAnswer {
                left,
                _share: share,
            })
        }
        Ok(bytes) => {
            request.extensions_mut().remove::<AnswerShare>();
            BoxBody::new(bytes)
        }
        Err(streamed) => streamed,
    };
    Ok(ServiceResponse::new(request, head.set_body(body)))
}

async fn share_of(
    request: &HttpRequest,
    state: &State,
    bytes: u64,
) -> Result<Option<AnswerShare>, ApiError> {
    let taken = request.extensions_mut().remove::<AnswerShare>();
    let grown = match taken {
        Some(share) if share.stage.shows() == Stage::DoingWhileWaitedFor => return Ok(None),
        Some(mut share) => {
            let more = bytes.saturating_sub(share.bytes);
            if more > 0 && share.permit.grow(more).await.is_ok() {
                share.bytes = bytes;
            }
            return Ok(Some(share));
        }
        None => AnswerShare::acquire(request, state, bytes).await,
    };
    match grown {
        Ok(share) => Ok(Some(share)),
        Err(error) if request.method().is_safe() => Err(error),
        Err(_) => Ok(None),
    }
}

impl AnswerShare {
    /// Where another client needs it, the connection is ended: the answer may have begun. Not while
    /// something is done, which the client would take for not done.
    async fn acquire(request: &HttpRequest, state: &State, bytes: u64) -> Result<Self, ApiError> {
        let connection = ConnectionHandle::of(request);
        let stage = AnswerStage::of(request.method().is_safe());
        let told = stage.clone();
        let revoke = move || {
            if told.is_revoked() {
                connection.end();
            }
        };
        let answers = &state.api.pools.answers;
        let bytes = bytes.min(answers.load().capacity);
        let permit = answers.acquire_revocable(limits::client(request)?, bytes, revoke);
        let permit = permit.await.map_err(InternalError::from)?;
        Ok(Self {
            permit,
            bytes,
            stage,
        })
    }
}

impl AnswerStage {
    fn of(is_safe: bool) -> Self {
        let stage = if is_safe {
            Stage::Showing
        } else {
            Stage::Doing
        };
        Self(Arc::new(Mutex::new(stage)))
    }

    /// Somebody needs the share. Whether the connection may be ended for that now.
    fn is_revoked(&self) -> bool {
        let mut stage = self.lock();
        let shows = *stage == Stage::Showing;
        if !shows {
            *stage = Stage::DoingWhileWaitedFor;
        }
        shows
    }

    /// The answer is made; what was until then.
    fn shows(&self) -> Stage {
        std::mem::replace(&mut *self.lock(), Stage::Showing)
    }

    fn lock(&self) -> MutexGuard<'_, Stage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MessageBody for HeldAnswer {
    type Error = Infallible;

    fn size(&self) -> BodySize {
        BodySize::Sized(self.left.len() as u64)
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Infallible>>> {
        if self.left.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.left.len().min(PIECE_BYTES);
        Poll::Ready(Some(Ok(self.left.split_to(length))))
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerStage, Stage};

    #[test]
    fn a_connection_is_not_ended_while_something_is_done_for_its_answer() {
        let change = AnswerStage::of(false);
        assert!(!change.is_revoked());
        assert!(change.shows() == Stage::DoingWhileWaitedFor);
        let change = AnswerStage::of(false);
        assert!(change.shows() == Stage::Doing);
        assert!(change.is_revoked());
        assert!(AnswerStage::of(true).is_revoked());
    }
}
