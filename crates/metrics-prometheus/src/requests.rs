//! The requests over HTTP.

use std::time::Duration;

use prometheus::{HistogramVec, IntCounterVec, IntGauge};

use crate::{Metrics, MetricsError};

/// Requests by route and outcome.
pub struct Requests {
    count: IntCounterVec,
    seconds: HistogramVec,
    running: IntGauge,
}

impl Requests {
    /// Adds counts that begin at nothing to the metrics.
    pub fn new(metrics: &Metrics) -> Result<Self, MetricsError> {
        Ok(Self {
            count: metrics.counters(
                "http_requests_total",
                "Requests that were answered, by method, pattern of the route (none: no such \
                    path) and status (gone: the client went away before).",
                &["method", "route", "status"],
            )?,
            seconds: metrics.durations(
                "http_request_seconds",
                "From the head of a request to the head of its answer.",
                &["method", "route"],
            )?,
            running: metrics.gauge(
                "http_requests_running",
                "Requests whose answer has not begun.",
            )?,
        })
    }

    /// Counts a request as under way.
    pub fn began(&self) {
        self.running.inc();
    }

    /// It was answered, or will not be. All of this must be words of a bounded number: of the
    /// service, never of a client.
    pub fn ended(&self, method: &str, route: &str, status: Option<&str>, took: Duration) {
        self.running.dec();
        let labels = [method, route, status.unwrap_or("gone")];
        if let Ok(count) = self.count.get_metric_with_label_values(&labels) {
            count.inc();
        }
        if let Ok(seconds) = self.seconds.get_metric_with_label_values(&labels[..2]) {
            seconds.observe(took.as_secs_f64());
        }
    }
}
