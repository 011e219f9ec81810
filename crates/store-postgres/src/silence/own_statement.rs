//! Since when the statement of a work waits for its answer, whichever connection it was asked on.
//!
//! A connection knows nothing of works, and a work gets its connection only on the thread that it
//! runs on, where it asks all of its statements. So the thread is what joins them.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::time::Instant;

use super::SILENCE_MAX;

/// The statement under way of one work, of which there is one at a time.
#[derive(Debug, Clone, Default)]
pub(crate) struct OwnStatement(Arc<Mutex<Option<Instant>>>);

/// Says that this thread runs a work, until it is dropped.
pub(crate) struct Running(());

thread_local! {
    static OF_THIS_THREAD: RefCell<Option<OwnStatement>> = const { RefCell::new(None) };
}

impl OwnStatement {
    /// The statements that this thread asks from now on belong to this work.
    pub(crate) fn runs_here(&self) -> Running {
        OF_THIS_THREAD.set(Some(self.clone()));
        Running(())
    }

    /// When the statement that waits has waited for too long.
    pub(super) fn unanswered_at(&self) -> Option<Instant> {
        let asked_at = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Some(asked_at? + SILENCE_MAX)
    }

    fn asked(&self, at: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(own) = OF_THIS_THREAD.take() {
            own.asked(None);
        }
    }
}

/// Notes that this thread has asked a statement at a time, or, with none, that it was answered.
pub(super) fn asked(at: Option<Instant>) {
    OF_THIS_THREAD.with_borrow(|own| {
        if let Some(own) = own {
            own.asked(at);
        }
    });
}
