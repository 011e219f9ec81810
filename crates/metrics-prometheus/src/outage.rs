//! Whether what stands behind a port answers: one line in the log when it stops, one when it
//! answers again, and a gauge.
//!
//! While it does not answer it is asked once a second ([`probing`]), so that the end of an outage
//! is told although nobody asks for anything: the only write that failed may be one that is made
//! every ten minutes.

mod availability;
mod probing;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use ports::AccessMode;
use tokio::task::JoinSet;

use crate::{Metrics, MetricsError};
use availability::Availability;

pub(crate) use probing::Probe;

/// Tells the outages of one database or blob store.
pub(crate) struct Outages {
    availability: Arc<Availability>,
    probe: Probe,
    probing: Mutex<JoinSet<()>>,
}

impl Outages {
    /// Outages of what is called `name` on the page and "the `what`" in the log. `probe` asks it
    /// whether it answers.
    pub(crate) fn new(
        metrics: &Metrics,
        name: &str,
        what: &'static str,
        probe: Probe,
    ) -> Result<Self, MetricsError> {
        Ok(Self {
            availability: Arc::new(Availability::new(metrics, name, what)?),
            probe,
            probing: Mutex::default(),
        })
    }

    /// Notes the failure of a question that is asked too often for its answers to be noted. Must be
    /// called in a runtime.
    pub(crate) async fn note_failure_of<T, E>(
        &self,
        way: AccessMode,
        question: impl Future<Output = Result<T, E>>,
        is_answer: impl Fn(&Result<T, E>) -> bool,
    ) -> Result<T, E> {
        let asked_at = Instant::now();
        let outcome = question.await;
        if outcome.is_err() {
            self.note(way, asked_at, is_answer(&outcome));
        }
        outcome
    }

    /// Notes whether a question was answered. Must be called in a runtime.
    pub(crate) fn note(&self, way: AccessMode, asked_at: Instant, is_answered: bool) {
        if self.availability.note(way, asked_at, is_answered) {
            let mut probing = self.probing.lock().unwrap_or_else(PoisonError::into_inner);
            // That of the outage before may not have seen its end yet: it is ended with its set.
            *probing = JoinSet::new();
            let availability = Arc::clone(&self.availability);
            probing.spawn(probing::until_answered(
                availability,
                Arc::clone(&self.probe),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, PoisonError};
    use std::time::Instant;

    use futures::FutureExt as _;
    use ports::AccessMode;

    use super::{Metrics, Outages};

    #[tokio::test]
    async fn nothing_is_kept_of_the_probing_of_outages_that_are_over() {
        let metrics = Metrics::new("0.0.0").unwrap();
        let probe = Arc::new(|_| async { false }.boxed());
        let outages = Outages::new(&metrics, "database", "database", probe).unwrap();
        for _ in 0..3 {
            outages.note(AccessMode::Read, Instant::now(), false);
            outages.note(AccessMode::Read, Instant::now(), true);
        }
        let probing = outages
            .probing
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        assert_eq!(probing.len(), 1);
    }
}
