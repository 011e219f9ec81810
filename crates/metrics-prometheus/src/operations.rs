//! How often something was done, with which outcome, and how long it took: what all ports are
//! measured by.

use std::time::Instant;

use prometheus::{HistogramVec, IntCounterVec};

use crate::{Metrics, MetricsError};

/// The outcome of what nobody waited for any more.
const ABANDONED: &str = "abandoned";

/// The operations of one port: `…_total` by operation and outcome, `…_seconds` by operation.
pub(crate) struct Operations {
    count: IntCounterVec,
    seconds: HistogramVec,
}

/// One of them, under way. Counted when it goes out of scope.
pub(crate) struct OperationTimer<'a> {
    operations: &'a Operations,
    operation: &'static str,
    outcome: &'static str,
    began: Instant,
}

impl Operations {
    /// Operations under a name, with the outcomes that each can have. All of them are on the page
    /// from the start: of what appears later Prometheus does not see the first one.
    pub(crate) fn new(
        metrics: &Metrics,
        name: &str,
        what: &str,
        known: &[(&str, &[&str])],
    ) -> Result<Self, MetricsError> {
        let counted = format!("{what}, by outcome.");
        let timed = format!("How long {} took.", lower_first(what));
        let labels = ["operation", "outcome"];
        let operations = Self {
            count: metrics.counters(&format!("{name}_total"), &counted, &labels)?,
            seconds: metrics.durations(&format!("{name}_seconds"), &timed, &labels[..1])?,
        };
        for (operation, outcomes) in known {
            let timed = &operations.seconds;
            timed.get_metric_with_label_values(&[operation])?;
            for outcome in *outcomes {
                let count = &operations.count;
                count.get_metric_with_label_values(&[operation, outcome])?;
            }
        }
        Ok(operations)
    }

    pub(crate) fn begin(&self, operation: &'static str) -> OperationTimer<'_> {
        OperationTimer {
            operations: self,
            operation,
            outcome: ABANDONED,
            began: Instant::now(),
        }
    }
}

impl OperationTimer<'_> {
    pub(crate) fn end(mut self, outcome: &'static str) {
        self.outcome = outcome;
    }
}

impl Drop for OperationTimer<'_> {
    fn drop(&mut self) {
        let Self {
            operations,
            operation,
            outcome,
            began,
        } = self;
        let labels = [*operation, *outcome];
        if let Ok(count) = operations.count.get_metric_with_label_values(&labels) {
            count.inc();
        }
        if let Ok(seconds) = operations
            .seconds
            .get_metric_with_label_values(&labels[..1])
        {
            seconds.observe(began.elapsed().as_secs_f64());
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
