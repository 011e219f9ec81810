//! Requests that are sent again: they get the first answer, and nothing is made twice.
//!
//! What a request with an idempotency key makes and the answer that tells of it are stored in one
//! transaction, under a scope that can be there once. So of requests that run at the same time one
//! makes, and the others find its answer; a process that dies between storing and answering has
//! kept it too. Nothing is noted before, so there is nothing to clear up. Only what was made is
//! kept, never a refusal.

mod content;
mod sealed;

use std::sync::Arc;

use domain::access::Caller;
use domain::{IdempotencyKey, PaId, Timestamp};
use ports::{Clock, Replay, Store, StoreError, Transaction};

use crate::InternalError;
pub use content::RequestContent;
use content::digest;
use sealed::Seal;

/// How long an answer is kept, in microseconds: 24 hours.
const KEPT_MICROSECONDS: i64 = 24 * 60 * 60 * 1_000_000;

/// What is told of something that was made.
type Answer<T> = Box<dyn Fn(&T) -> Vec<u8> + Send + Sync>;

/// A request that may be sent again, before it is known what it asks for.
pub struct Retry<T> {
    key: IdempotencyKey,
    scope_hash: [u8; 32],
    answer: Answer<T>,
}

/// A request that may be sent again, and what it asks for.
pub(crate) struct Repeatable<T> {
    scope_hash: [u8; 32],
    request_hash: [u8; 32],
    seal: Seal,
    answer: Answer<T>,
}

/// What became of a request.
pub enum Outcome<T> {
    /// It was done now.
    Made(T),
    /// It was done before; the answer of then. Perhaps by this very request, where the store broke
    /// after it had kept the work.
    Repeated(Vec<u8>),
}

/// Why it cannot be told whether a request is one that was sent before.
#[derive(Debug)]
pub(crate) enum RetryError {
    /// The key was sent with another request.
    OtherRequest,
    /// Something underneath broke.
    Internal(InternalError),
}

impl From<StoreError> for RetryError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl<T> Retry<T> {
    /// A key belongs to an endpoint (method and path) and to a caller; where there is none, to
    /// whoever knows it. `answer` is what is given again.
    pub fn new(
        endpoint: &str,
        caller: Option<Caller>,
        key: IdempotencyKey,
        answer: impl Fn(&T) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let caller = match caller {
            None => "anyone".to_owned(),
            Some(Caller::Master) => "master".to_owned(),
            Some(Caller::Application(pa_id)) => pa_id.to_string(),
        };
        Self {
            scope_hash: digest([
                b"scope",
                endpoint.as_bytes(),
                caller.as_bytes(),
                key.as_bytes(),
            ]),
            key,
            answer: Box::new(answer),
        }
    }

    /// The same, once it is known what the request asks for.
    pub(crate) fn asking_for(self, content: &RequestContent) -> Repeatable<T> {
        Repeatable {
            scope_hash: self.scope_hash,
            request_hash: digest([b"request", content.digest()]),
            seal: Seal::new(&self.key, content, self.scope_hash),
            answer: self.answer,
        }
    }

    /// Whether a request of this scope was answered already, be it this one or another.
    pub(crate) fn is_answered(
        &self,
        rows: &mut dyn Transaction,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let replay = rows.find_replay(&self.scope_hash)?;
        Ok(replay.is_some_and(|replay| replay.expires_at > now))
    }
}

impl<T> Repeatable<T> {
    /// The answer that was given to this request before.
    pub(crate) fn find(
        &self,
        rows: &mut dyn Transaction,
        now: Timestamp,
    ) -> Result<Option<Vec<u8>>, RetryError> {
        let replay = rows.find_replay(&self.scope_hash)?;
        let Some(replay) = replay.filter(|replay| replay.expires_at > now) else {
            return Ok(None);
        };
        if replay.request_hash != self.request_hash {
            return Err(RetryError::OtherRequest);
        }
        let answer = self.seal.open(&replay.answer, replay.expires_at);
        answer.map(Some).ok_or_else(|| {
            RetryError::Internal(InternalError::Failed("a kept answer is broken".into()))
        })
    }

    /// The same, in a look of its own.
    pub(crate) async fn look(
        self: &Arc<Self>,
        store: &Arc<dyn Store>,
        clock: &Arc<dyn Clock>,
    ) -> Result<Option<Vec<u8>>, RetryError>
    where
        T: 'static,
    {
        let (request, now) = (Arc::clone(self), clock.now());
        store.read(move |rows| request.find(rows, now)).await
    }

    fn keep(
        &self,
        rows: &mut dyn Transaction,
        pa_id: PaId,
        made: &T,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        rows.remove_expired_replay(&self.scope_hash, now)?;
        let expires_at = Timestamp::from_microseconds(now.microseconds() + KEPT_MICROSECONDS)
            .ok_or_else(|| {
                StoreError::Failed(
                    "the time at which an answer expires cannot be represented".into(),
                )
            })?;
        let answer = self.seal.close((self.answer)(made), expires_at);
        rows.add_replay(&Replay {
            scope_hash: self.scope_hash,
            request_hash: self.request_hash,
            pa_id,
            answer: answer.ok_or_else(|| StoreError::Failed("the answer is too long".into()))?,
            expires_at,
        })
    }
}

/// Makes something, or finds the answer of the time when it was made. Nothing is made where an
/// answer is found.
pub(crate) async fn once<T, E>(
    store: &Arc<dyn Store>,
    clock: &Arc<dyn Clock>,
    request: Option<Arc<Repeatable<T>>>,
    make: impl FnOnce(&mut dyn Transaction) -> Result<(PaId, T), E> + Send + 'static,
) -> Result<Outcome<T>, E>
where
    T: Send + 'static,
    E: From<StoreError> + From<RetryError> + Send + 'static,
{
    let Some(request) = request else {
        let made = store.write(move |rows| make(rows).map(|(_, made)| made));
        return made.await.map(Outcome::Made);
    };
    let (maker, time) = (Arc::clone(&request), Arc::clone(clock));
    let made = store
        .write(move |rows| {
            if let Some(answer) = maker.find(rows, time.now())? {
                return Ok(Outcome::Repeated(answer));
            }
            let (pa_id, made) = make(rows)?;
            maker.keep(rows, pa_id, &made, time.now())?;
            Ok(Outcome::Made(made))
        })
        .await;
    let Err(refused) = made else {
        return made;
    };
    // The same request may have been done between the look and the work, and be the reason why it
    // is refused now.
    match request.look(store, clock).await? {
        Some(answer) => Ok(Outcome::Repeated(answer)),
        None => Err(refused),
    }
}
