//! What is done once, at the start or by `migrate`, and may take long: a migration of many rows, or
//! waiting behind an instance that migrates. It is waited for as long as the server answers another
//! question meanwhile; a server that answers nothing at all would be waited for without end.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use ports::StoreError;

use crate::silence::Silent;

/// The outcome of the work. Whenever it has taken `patience` once more the server is asked
/// something, and an answer must come within the same time. Blocks. What is given up goes on in its
/// thread, and ends with the process.
pub(crate) fn while_it_answers<T: Send + 'static>(
    patience: Duration,
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
    ask: impl Fn() -> Result<(), StoreError> + Clone + Send + 'static,
) -> Result<T, StoreError> {
    let outcome = begun(work)?;
    loop {
        if let Some(outcome) = within(patience, &outcome)? {
            return outcome;
        }
        match within(patience, &begun(ask.clone())?)? {
            Some(answer) => answer?,
            // It may have ended while the question was on its way.
            None => return outcome.try_recv().unwrap_or_else(|_| Err(Silent.into())),
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
