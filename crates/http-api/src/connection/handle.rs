//! A handle on a connection, shared by its socket, its requests and whoever may end it.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::task::Context;
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::web::Bytes;
use futures::task::AtomicWaker;
use tokio::sync::Notify;

use super::incoming::Incoming;
use super::minimum_rate::{MinimumRate, PacedTransfer};
use crate::error::BodyError;

/// A connection; clones are handles on the same one.
#[derive(Clone)]
pub(crate) struct ConnectionHandle(Arc<ConnectionState>);

/// What is still read of a connection that is to be closed, so that a client that is sending sees
/// the answer before the connection is reset.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LastReads {
    pub(crate) bytes_max: usize,
    pub(crate) time_max: Duration,
}

impl LastReads {
    /// After the answer to a body that does not end, or cannot be decoded.
    pub(crate) const AFTER_UNFINISHED_BODY: Self = Self {
        bytes_max: 32 * 1_048_576,
        time_max: Duration::from_secs(2),
    };
}

struct ConnectionState {
    is_refused: AtomicBool,
    last_reads: OnceLock<LastReads>,
    last_answer: Mutex<Option<Bytes>>,
    incoming: Mutex<Incoming>,
    /// Something for a later request is there, and nobody will be told of it again.
    is_held_back: AtomicBool,
    rate: MinimumRate,
    /// How the answer under way moves.
    transfer: Mutex<PacedTransfer>,
    is_ended: AtomicBool,
    is_ended_by_client: AtomicBool,
    client_end: Notify,
    /// The task that reads and writes.
    task: AtomicWaker,
}

impl ConnectionHandle {
    pub(crate) fn new(rate: MinimumRate) -> Self {
        let rate = rate.of_answers();
        Self(Arc::new(ConnectionState {
            is_refused: AtomicBool::new(false),
            last_reads: OnceLock::new(),
            last_answer: Mutex::new(None),
            incoming: Mutex::new(Incoming::NOTHING_UNDER_WAY),
            is_held_back: AtomicBool::new(false),
            rate,
            transfer: Mutex::new(PacedTransfer::under(rate)),
            is_ended: AtomicBool::new(false),
            is_ended_by_client: AtomicBool::new(false),
            client_end: Notify::new(),
            task: AtomicWaker::new(),
        }))
    }

    /// The handle of a request's connection; for a request without one, as in tests, a handle
    /// without effect.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let handle = request.conn_data::<Self>().cloned();
        handle.unwrap_or_else(|| Self::new(MinimumRate::default()))
    }

    /// Marks the connection as refused: its first request is answered 503.
    pub(super) fn refuse(&self) {
        self.0.is_refused.store(true, Ordering::Release);
    }

    pub(crate) fn is_refused(&self) -> bool {
        self.0.is_refused.load(Ordering::Acquire)
    }

    /// A request is under way: until it ends no other one is read. `body_bytes`: of its body, if it
    /// says so.
    pub(crate) fn request_begins(&self, body_bytes: Option<u64>) {
        *self.incoming() = Incoming::of_request(body_bytes);
    }

    /// Its answer is over: another request may come.
    pub(crate) fn request_ends(&self) {
        *self.incoming() = Incoming::NOTHING_UNDER_WAY;
        if self.0.is_held_back.swap(false, Ordering::AcqRel) {
            self.0.task.wake();
        }
    }

    /// Something has come that is for a later request.
    pub(super) fn hold_back(&self) {
        self.0.is_held_back.store(true, Ordering::Release);
    }

    /// Notes whether somebody waits for more of the body.
    pub(crate) fn body_is_waited_for(&self, is_waited_for: bool) {
        let mut incoming = self.incoming();
        let before = *incoming;
        incoming.body_is_waited_for(is_waited_for);
        if is_waited_for && *incoming != before {
            self.0.task.wake();
        }
    }

    pub(super) fn incoming(&self) -> MutexGuard<'_, Incoming> {
        // No code under the lock can leave it half changed.
        let incoming = self.0.incoming.lock();
        incoming.unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes it for further requests: after these last reads the HTTP library sees it as ended by
    /// the client.
    pub(crate) fn close_after(&self, last_reads: LastReads) {
        // Of several answers at once the first one decides.
        let _ = self.0.last_reads.set(last_reads);
        self.0.task.wake();
    }

    /// The answer to write, followed by some last reads, if the HTTP library drops the connection
    /// without one.
    pub(crate) fn answer_when_dropped(&self, answer: Bytes) {
        *self.last_answer() = Some(answer);
    }

    pub(super) fn take_last_answer(&self) -> Option<Bytes> {
        self.last_answer().take()
    }

    /// Whether an answer has said that it is the last one.
    pub(crate) fn is_closing(&self) -> bool {
        self.last_reads().is_some()
    }

    pub(super) fn last_reads(&self) -> Option<LastReads> {
        self.0.last_reads.get().copied()
    }

    /// Another answer begins: its rate is judged by itself.
    pub(crate) fn answer_begins(&self) {
        *self.transfer() = PacedTransfer::under(self.0.rate);
    }

    /// Ends it: the next read or write is an error.
    pub(crate) fn end(&self) {
        self.0.is_ended.store(true, Ordering::Release);
        self.0.task.wake();
    }

    /// Notes that the client sends nothing more: it has hung up, or cannot be told from one that
    /// has.
    pub(super) fn ended_by_client(&self) {
        self.0.is_ended_by_client.store(true, Ordering::Release);
        self.0.client_end.notify_one();
    }

    /// Whether that was noted.
    pub(crate) fn is_ended_by_client(&self) -> bool {
        self.0.is_ended_by_client.load(Ordering::Acquire)
    }

    /// The outcome of the work; if the client hangs up before, the work is dropped and the outcome
    /// is [`BodyError::GivenUp`]. For work that follows a whole body and uses what others wait for.
    pub(crate) async fn unless_ended<T, E: From<BodyError>>(
        &self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        tokio::select! {
            biased;
            outcome = work => outcome,
            () = self.0.client_end.notified() => Err(BodyError::GivenUp.into()),
        }
    }

    pub(super) fn check(&self, context: &Context<'_>) -> io::Result<()> {
        self.0.task.register(context.waker());
        if self.0.is_ended.load(Ordering::Acquire) {
            return Err(io::ErrorKind::ConnectionAborted.into());
        }
        Ok(())
    }

    pub(super) fn moved(&self, bytes: usize, waited: Duration) {
        self.transfer().moved(bytes, waited);
    }

    pub(super) fn patience(&self) -> Duration {
        self.transfer().patience()
    }

    fn last_answer(&self) -> MutexGuard<'_, Option<Bytes>> {
        let answer = self.0.last_answer.lock();
        answer.unwrap_or_else(PoisonError::into_inner)
    }

    fn transfer(&self) -> MutexGuard<'_, PacedTransfer> {
        // Numbers alone: no code under the lock can leave them half changed.
        let transfer = self.0.transfer.lock();
        transfer.unwrap_or_else(PoisonError::into_inner)
    }
}
