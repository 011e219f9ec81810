//! How often something was done, with which outcome, and how long it took: what all ports are
//! measured by.

use std::time::Instant;

use prometheus::{Histogram, HistogramVec, IntCounter, IntCounterVec};

use crate::{Metrics, MetricsError};

/// The outcome of what nobody waited for any more.
const ABANDONED: &str = "abandoned";

/// The operations of one port: `…_total` by operation and outcome, `…_seconds` by operation.
pub(crate) struct Operations {
    count: IntCounterVec,
    seconds: HistogramVec,
    known: Vec<KnownOperation>,
}

/// Its numbers at hand: every request counts several, and a look at their labels costs more than
/// counting.
struct KnownOperation {
    word: &'static str,
    seconds: Histogram,
    outcomes: Vec<(&'static str, IntCounter)>,
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
        known: &[(&'static str, &[&'static str])],
    ) -> Result<Self, MetricsError> {
        let counted = format!("{what}, by outcome.");
        let timed = format!("How long {} took.", lower_first(what));
        let labels = ["operation", "outcome"];
        let mut operations = Self {
            count: metrics.counters(&format!("{name}_total"), &counted, &labels)?,
            seconds: metrics.durations(&format!("{name}_seconds"), &timed, &labels[..1])?,
            known: Vec::new(),
        };
        for (operation, outcomes) in known {
            let known = operations.look_up(operation, outcomes)?;
            operations.known.push(known);
        }
        Ok(operations)
    }

    fn look_up(
        &self,
        word: &'static str,
        outcomes: &[&'static str],
    ) -> Result<KnownOperation, MetricsError> {
        let counted = |outcome: &&'static str| {
            let count = self.count.get_metric_with_label_values(&[word, outcome])?;
            Ok((*outcome, count))
        };
        Ok(KnownOperation {
            word,
            seconds: self.seconds.get_metric_with_label_values(&[word])?,
            outcomes: outcomes
                .iter()
                .map(counted)
                .collect::<Result<_, MetricsError>>()?,
        })
    }

    fn end(&self, word: &'static str, outcome: &'static str, seconds: f64) {
        let known = self.known.iter().find(|known| known.word == word);
        let counts = known.map_or(&[][..], |known| &known.outcomes);
        match counts.iter().find(|(known, _)| *known == outcome) {
            Some((_, count)) => count.inc(),
            None => {
                let count = self.count.get_metric_with_label_values(&[word, outcome]);
                count.iter().for_each(IntCounter::inc);
            }
        }
        match known {
            Some(known) => known.seconds.observe(seconds),
            None => {
                let timed = self.seconds.get_metric_with_label_values(&[word]);
                timed.iter().for_each(|timed| timed.observe(seconds));
            }
        }
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
        let seconds = self.began.elapsed().as_secs_f64();
        self.operations.end(self.operation, self.outcome, seconds);
    }
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}
