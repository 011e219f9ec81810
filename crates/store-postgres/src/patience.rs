//! What is done once, at the start or by `migrate`, and may take long: a migration of many rows, or
//! waiting behind an instance that migrates. It is waited for as long as the server answers another
//! question meanwhile; a server that answers nothing at all would be waited for without end.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use ports::StoreError;

use crate::silence::{SILENCE_MAX, Silent};

/// How long is waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patience {
    /// For the work, before the server is asked a question; and after each answer, before the next.
    pub(crate) before_asking: Duration,
    /// For the answer to such a question.
    pub(crate) for_answer: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            before_asking: SILENCE_MAX,
            for_answer: SILENCE_MAX,
        }
    }
}

/// The outcome of the work, which is waited for as long as the server answers what it is asked
/// meanwhile. Blocks. What is given up goes on in its thread, and ends with the process.
pub(crate) fn while_it_answers<T: Send + 'static>(
    patience: Patience,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ask: impl Fn() -> Result<(), StoreError> + Clone + Send + 'static,
) -> Result<T, StoreError> {
    let outcome = begun(work)?;
    loop {
        if let Some(outcome) = within(patience.before_asking, &outcome)? {
            return outcome;
        }
        match within(patience.for_answer, &begun(ask.clone())?)? {
            Some(answer) => answer?,
            // It may have ended while the question was on its way.
            None => {
                return outcome
                    .try_recv()
                    .unwrap_or_else(|_| Err(Silent::Server.into()));
            }
        }
    }
}

/// Where the outcome of a work will be, which runs in a thread of its own.
fn begun<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<Receiver<T>, StoreError> {
    let (sender, outcome) = sync_channel(1);
    // Nobody may be left to be told.
    let run = move || drop(sender.send(work()));
    let thread = thread::Builder::new().spawn(run);
    thread.map_err(|error| StoreError::Unavailable(error.into()))?;
    Ok(outcome)
}

/// The outcome, if it is there in time.
fn within<T>(patience: Duration, outcome: &Receiver<T>) -> Result<Option<T>, StoreError> {
    match outcome.recv_timeout(patience) {
        Ok(outcome) => Ok(Some(outcome)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(StoreError::Failed(
            "the work with the database broke off".into(),
        )),
    }
}

#[cfg(test)]
mod tests;
