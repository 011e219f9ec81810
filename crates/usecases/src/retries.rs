//! Requests that are sent again: they get the first answer, and nothing is made twice.
//!
//! What a request with an idempotency key makes and the answer that tells of it are stored in one
//! transaction, under a scope that can be there once. So of requests that run at the same time one
//! makes, and the others find its answer; a process that dies between storing and answering has
//! kept it too. Nothing is noted before, so there is nothing to clear up. Only what was made is
//! kept, never a refusal.
//!
//! The report of the use case is kept, as a JSON object ([`Replayable`]), not the answer that a
//! client saw: a report is rendered in the same way whether it is new or replayed.

mod content;
mod pepper;
mod replayable;
mod sealed;

use std::sync::Arc;

use domain::access::Caller;
use domain::{IdempotencyKey, PaId, Timestamp};
use ports::{Clock, Replay, Store, StoreError, Transaction};

use crate::InternalError;
pub use content::RequestContent;
use content::digest;
pub use pepper::RetryPepper;
pub(crate) use replayable::{Replayable, StoredMembers};
use sealed::Seal;

/// How long an answer is kept, in microseconds: 24 hours.
const KEPT_MICROSECONDS: i64 = 24 * 60 * 60 * 1_000_000;

/// A request that may be sent again: its idempotency key, and the scope (endpoint and caller) of
/// that.
pub struct Retry {
    pepper: RetryPepper,
    key: IdempotencyKey,
    scope_hash: [u8; 32],
}

/// What a request has made, now or when it was first sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetryOutcome<T> {
    /// What it made, as it was then.
    pub report: T,
    /// Whether it was made before; perhaps by this very request, if the store failed after it had
    /// committed.
    pub is_repeated: bool,
}

/// What a client sent to tell its retries by can be no idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("malformed idempotency key")]
pub struct IdempotencyKeyInvalid;

/// Why it cannot be told whether a request is one that was sent before.
#[derive(Debug)]
pub(crate) enum RetryError {
    /// The key was sent with another request; or with this one, whose answer was erased when the
    /// key of the application was replaced, or was sealed with another pepper.
    KeyReused,
    Internal(InternalError),
}

impl From<StoreError> for RetryError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl Retry {
    /// An idempotency key belongs to an endpoint (method and path) and to a caller; without a
    /// caller, to anyone who knows it.
    pub fn new(
        pepper: RetryPepper,
        endpoint: &str,
        caller: Option<Caller>,
        key: IdempotencyKey,
    ) -> Self {
        let caller = match caller {
            None => "anyone".to_owned(),
            Some(Caller::Master) => "master".to_owned(),
            Some(Caller::Application(pa_id)) => pa_id.to_string(),
        };
        let scope_hash = digest([
            b"scope",
            endpoint.as_bytes(),
            caller.as_bytes(),
            key.as_bytes(),
        ]);
        Self {
            pepper,
            key,
            scope_hash,
        }
    }

    /// Whether any request of this scope was answered already, whatever its content.
    pub(crate) fn is_answered(
        &self,
        rows: &mut dyn Transaction,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let replay = rows.find_replay(&self.scope_hash)?;
        Ok(replay.is_some_and(|replay| replay.expires_at > now))
    }

    /// What this request has made before, if anything.
    fn find<T: Replayable>(
        &self,
        content: &RequestContent,
        rows: &mut dyn Transaction,
        now: Timestamp,
    ) -> Result<Option<T>, RetryError> {
        let replay = rows.find_replay(&self.scope_hash)?;
        let Some(replay) = replay.filter(|replay| replay.expires_at > now) else {
            return Ok(None);
        };
        if replay.request_hash != request_hash(content) {
            return Err(RetryError::KeyReused);
        }
        // Also where it was kept before the installation had a pepper.
        let kept = [self.pepper, RetryPepper::NONE].iter().find_map(|pepper| {
            let seal = self.seal(pepper, content);
            seal.open(&replay.answer, replay.expires_at)
        });
        let kept = kept.ok_or(RetryError::KeyReused)?;
        let report = replayable::from_bytes(&kept);
        report.map(Some).ok_or_else(|| {
            RetryError::Internal(InternalError::Failed("a kept answer is broken".into()))
        })
    }

    fn keep<T: Replayable>(
        &self,
        content: &RequestContent,
        rows: &mut dyn Transaction,
        (pa_id, made): (PaId, &T),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        rows.remove_expired_replay(&self.scope_hash, now)?;
        let expires_at = Timestamp::from_microseconds(now.microseconds() + KEPT_MICROSECONDS)
            .ok_or_else(|| StoreError::Failed("an answer would expire after year 9999".into()))?;
        let kept = replayable::to_bytes(made);
        let answer = self.seal(&self.pepper, content).close(kept, expires_at);
        let kept = rows.add_replay(&Replay {
            scope_hash: self.scope_hash,
            request_hash: request_hash(content),
            pa_id,
            answer: answer.ok_or_else(|| StoreError::Failed("the answer is too long".into()))?,
            expires_at,
        });
        // An upload was answered after this transaction had looked for it. Who does not find that
        // answer now either, as its application was erased at once, has only to ask once more.
        kept.map_err(|error| match error {
            StoreError::Conflict(source) => StoreError::Undone(source),
            other => other,
        })
    }

    fn seal(&self, pepper: &RetryPepper, content: &RequestContent) -> Seal {
        Seal::new(pepper, &self.key, content, self.scope_hash)
    }
}

fn request_hash(content: &RequestContent) -> [u8; 32] {
    digest([b"request", content.digest()])
}

/// What a request has made before, if anything; in a transaction of its own.
pub(crate) async fn find_repeated<T: Replayable>(
    store: &Arc<dyn Store>,
    clock: &Arc<dyn Clock>,
    request: &Arc<(Retry, RequestContent)>,
) -> Result<Option<RetryOutcome<T>>, RetryError> {
    let (request, now) = (Arc::clone(request), clock.now());
    let find = store.read(move |rows| request.0.find(&request.1, rows, now));
    Ok(find.await?.map(repeated))
}

/// Runs `make` in a transaction and keeps its report for a retry, or finds the report of before and
/// does not run it.
pub(crate) async fn once<T: Replayable, E>(
    store: &Arc<dyn Store>,
    clock: &Arc<dyn Clock>,
    request: Option<Arc<(Retry, RequestContent)>>,
    make: impl FnOnce(&mut dyn Transaction) -> Result<(PaId, T), E> + Send + 'static,
) -> Result<RetryOutcome<T>, E>
where
    E: From<StoreError> + From<RetryError> + Send + 'static,
{
    let Some(request) = request else {
        return store.write(move |rows| Ok(fresh(make(rows)?.1))).await;
    };
    let (maker, time) = (Arc::clone(&request), Arc::clone(clock));
    let made = store
        .write(move |rows| {
            let (retry, content) = &*maker;
            if let Some(report) = retry.find(content, rows, time.now())? {
                return Ok(repeated(report));
            }
            let (pa_id, made) = make(rows).map_err(NotMade::Refused)?;
            // Whoever held the lock that was waited for may have been this very request.
            if let Some(report) = retry.find(content, rows, time.now())? {
                return Err(NotMade::Answered(report));
            }
            retry.keep(content, rows, (pa_id, &made), time.now())?;
            Ok(fresh(made))
        })
        .await;
    let refused = match made {
        Ok(made) => return Ok(made),
        Err(NotMade::Answered(report)) => return Ok(repeated(report)),
        Err(NotMade::Refused(refused)) => refused,
    };
    // The same request may have been done between the look and the work, and be the reason why it
    // is refused now.
    let found = find_repeated(store, clock, &request).await?;
    found.ok_or(refused)
}

/// Why what was made is undone.
enum NotMade<T, E> {
    /// The same request was answered meanwhile, with this report.
    Answered(T),
    Refused(E),
}

impl<T, E: From<StoreError>> From<StoreError> for NotMade<T, E> {
    fn from(error: StoreError) -> Self {
        Self::Refused(error.into())
    }
}

impl<T, E: From<RetryError>> From<RetryError> for NotMade<T, E> {
    fn from(error: RetryError) -> Self {
        Self::Refused(error.into())
    }
}

fn fresh<T>(report: T) -> RetryOutcome<T> {
    let is_repeated = false;
    RetryOutcome {
        report,
        is_repeated,
    }
}

fn repeated<T>(report: T) -> RetryOutcome<T> {
    let is_repeated = true;
    RetryOutcome {
        report,
        is_repeated,
    }
}

#[cfg(test)]
mod tests;
