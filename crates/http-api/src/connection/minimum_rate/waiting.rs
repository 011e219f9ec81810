//! A wait for the other side to move bytes, which is given up when its patience is over.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::time::{Sleep, sleep};

/// Since when the other side is waited for, and when it is given up. By default nobody waits.
#[derive(Default)]
pub(crate) struct Waiting(Option<(Instant, Pin<Box<Sleep>>)>);

impl Waiting {
    /// Goes on waiting; if nobody waits yet, begins to, for no longer than this. Ready when that
    /// time is over.
    pub(crate) fn poll(&mut self, patience: Duration, context: &mut Context<'_>) -> Poll<()> {
        let begin = || (Instant::now(), Box::pin(sleep(patience)));
        let (_, end) = self.0.get_or_insert_with(begin);
        end.as_mut().poll(context)
    }

    /// Ends the wait. How long it took; no time if nobody waited.
    pub(crate) fn end(&mut self) -> Duration {
        let since = self.0.take().map(|(since, _)| since);
        since.map(|since| since.elapsed()).unwrap_or_default()
    }
}
