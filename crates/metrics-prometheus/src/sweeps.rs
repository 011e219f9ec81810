//! The sweeps of bytes that no row names.

use prometheus::{IntCounter, IntCounterVec, IntGauge};

use crate::{Metrics, MetricsError};

/// Counts what the sweeps of the running service removed, and when the last one ended.
pub struct Sweeps {
    runs: IntCounterVec,
    removed: IntCounter,
    failed: IntCounter,
    succeeded_at: IntGauge,
}

impl Sweeps {
    /// Adds counts that begin at nothing to the metrics.
    pub fn new(metrics: &Metrics) -> Result<Self, MetricsError> {
        let runs = metrics.counters(
            "sweeps_total",
            "Sweeps of bytes that no row names, by outcome.",
            &["outcome"],
        )?;
        for outcome in ["ok", "failed"] {
            runs.get_metric_with_label_values(&[outcome])?;
        }
        Ok(Self {
            runs,
            removed: metrics.counter("sweep_blobs_removed_total", "Blobs that sweeps removed.")?,
            failed: metrics.counter(
                "sweep_blobs_failed_total",
                "Blobs that a sweep could not remove, and rows of their list that make no sense.",
            )?,
            succeeded_at: metrics.gauge(
                "sweep_last_success_timestamp_seconds",
                "When a sweep last came to its end with every blob removed, in Unix time; 0: not \
                    since the start.",
            )?,
        })
    }

    /// A sweep came to its end at this Unix time.
    pub fn ended(&self, removed: usize, failed: usize, unix_seconds: i64) {
        self.removed
            .inc_by(u64::try_from(removed).unwrap_or(u64::MAX));
        self.failed
            .inc_by(u64::try_from(failed).unwrap_or(u64::MAX));
        if failed == 0 {
            self.succeeded_at.set(unix_seconds);
        }
        self.ran(if failed == 0 { "ok" } else { "failed" });
    }

    /// Counts a sweep that failed.
    pub fn failed(&self) {
        self.ran("failed");
    }

    fn ran(&self, outcome: &str) {
        if let Ok(runs) = self.runs.get_metric_with_label_values(&[outcome]) {
            runs.inc();
        }
    }
}
