//! The share that a large answer takes of the memory that all answers under way may take together.
//!
//! An answer stays in memory until its client has received it. Files are not counted here: they are
//! streamed, as downloads.

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
use crate::rate_limit;
use crate::state::State;

/// Answers up to this size are not counted: each connection may have one.
const UNCOUNTED_BYTES_MAX: u64 = 64 * 1024;

/// Bytes of one piece of an answer. It goes out in pieces so that the connection's buffer does not
/// hold it a second time.
const PIECE_BYTES: usize = 32 * 1024;

/// A part of the memory for answers, given back when this is dropped.
struct AnswerShare {
    permit: SharePermit,
    bytes: u64,
    stage: AnswerStage,
}

/// How far a request is, which decides whether another client may have its share now.
#[derive(Clone)]
struct AnswerStage(Arc<Mutex<Stage>>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// A change is being made that the answer will tell of. A client that waits gets the share
    /// after that.
    Doing,
    /// A change is being made, and another client waits for the share.
    DoingWhileWaitedFor,
    /// No change is being made: if the connection is ended, only the answer is lost.
    Showing,
}

/// An answer on its way, with its share.
struct HeldAnswer {
    left: Bytes,
    _share: Option<AnswerShare>,
}

/// Takes the share for an answer of so many bytes before it is made, so that a request is refused
/// before it changes anything, and waits before its answer is in memory. The share is given back
/// with the answer.
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

/// The same answer with its share, if it is in memory and large. Where there is no room, an answer
/// to a safe method is refused; one that tells of a change goes out without a share.
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
        Some(share) if share.stage.begin_showing() == Stage::DoingWhileWaitedFor => {
            return Ok(None);
        }
        Some(share) => {
            let more = bytes.saturating_sub(share.bytes);
            if more == 0 {
                share.permit.shrink_to(bytes);
            } else {
                // The answer is in memory. If it waited with what it has, for what others wait for
                // as well, each would wait for the others.
                share.permit.grow_at_once(more);
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
    /// Where another client needs the share, the connection is ended, since the answer may have
    /// begun; but not while a change is being made, which the client would think had failed.
    async fn acquire(request: &HttpRequest, state: &State, bytes: u64) -> Result<Self, ApiError> {
        let connection = ConnectionHandle::of(request);
        let stage = AnswerStage::of(request.method().is_safe());
        let told = stage.clone();
        let revoke = move || {
            if told.revoke() {
                connection.end();
            }
        };
        let answers = &state.api.pools.answers;
        let bytes = bytes.min(answers.load().capacity);
        let permit = answers.acquire_revocable(rate_limit::client(request)?, bytes, revoke);
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

    /// Notes that another client needs the share. Answers whether the connection may be ended for
    /// that now.
    fn revoke(&self) -> bool {
        let mut stage = self.lock();
        let shows = *stage == Stage::Showing;
        if !shows {
            *stage = Stage::DoingWhileWaitedFor;
        }
        shows
    }

    /// Notes that the answer is made. Answers the stage until then.
    fn begin_showing(&self) -> Stage {
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
        assert!(!change.revoke());
        assert!(change.begin_showing() == Stage::DoingWhileWaitedFor);
        let change = AnswerStage::of(false);
        assert!(change.begin_showing() == Stage::Doing);
        assert!(change.revoke());
        assert!(AnswerStage::of(true).revoke());
    }
}
