//! The count of requests, measured.

use std::sync::Arc;

use async_trait::async_trait;
use domain::quota::Allowance;
use ports::{LimiterError, QuotaCell, RequestLimiter};

use crate::operations::Operations;
use crate::{Metrics, MetricsError};

/// A counter whose calls are counted and timed.
pub struct MeasuredLimiter {
    inner: Arc<dyn RequestLimiter>,
    calls: Operations,
}

impl MeasuredLimiter {
    /// Measures this counter, under a name of its own: `local` or `shared`.
    pub fn new(
        inner: Arc<dyn RequestLimiter>,
        name: &str,
        metrics: &Metrics,
    ) -> Result<Self, MetricsError> {
        let what = format!("Calls of the {name} count of requests");
        let known: [(&str, &[&str]); 2] = [
            ("take", &["allowed", "refused", "failed"]),
            ("give_back", &["ok", "failed"]),
        ];
        let name = format!("limiter_{name}_calls");
        let calls = Operations::new(metrics, &name, &what, &known)?;
        Ok(Self { inner, calls })
    }
}

#[async_trait]
impl RequestLimiter for MeasuredLimiter {
    async fn take(&self, cell: &QuotaCell) -> Result<Allowance, LimiterError> {
        let counted = self.calls.begin("take");
        let taken = self.inner.take(cell).await;
        counted.end(match &taken {
            Ok(allowance) if allowance.retry_after.is_none() => "allowed",
            Ok(_) => "refused",
            Err(LimiterError::Unavailable(_)) => "failed",
        });
        taken
    }

    async fn give_back(&self, cell: &QuotaCell) -> Result<(), LimiterError> {
        let counted = self.calls.begin("give_back");
        let given = self.inner.give_back(cell).await;
        counted.end(if given.is_ok() { "ok" } else { "failed" });
        given
    }
}
