//! The database, measured.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use ports::{AccessMode, Store, StoreError, Work};
use prometheus::{HistogramVec, IntGauge};

use crate::operations::Operations;
use crate::outage::{Outage, Way};
use crate::{Metrics, MetricsFault};

/// A store whose transactions are counted and timed.
pub struct MeasuredStore {
    inner: Arc<dyn Store>,
    transactions: Operations,
    waiting: IntGauge,
    waited: HistogramVec,
    outage: Outage,
}

const OUTCOMES: &[&str] = &["ok", "unavailable", "conflict", "corrupt", "failed"];

impl MeasuredStore {
    /// Measures this store.
    pub fn new(inner: Arc<dyn Store>, metrics: &Metrics) -> Result<Self, MetricsFault> {
        let known = ["read", "write", "check"].map(|operation| (operation, OUTCOMES));
        let what = "Transactions of the database";
        let transactions = Operations::new(metrics, "database_transactions", what, &known)?;
        let waited = metrics.durations(
            "database_wait_seconds",
            "How long transactions waited for their turn and a connection.",
            &["operation"],
        )?;
        for operation in ["read", "write"] {
            waited.get_metric_with_label_values(&[operation])?;
        }
        Ok(Self {
            inner,
            transactions,
            waiting: metrics.gauge(
                "database_transactions_waiting",
                "Transactions that wait for their turn and a connection.",
            )?,
            waited,
            outage: Outage::new(metrics, "database", "database")?,
        })
    }
}

#[async_trait]
impl Store for MeasuredStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        let (word, way) = match access {
            AccessMode::Read => ("read", Way::Reading),
            AccessMode::Write => ("write", Way::Writing),
        };
        let asked_at = self.outage.now();
        let transaction = self.transactions.begin(word);
        let waiting = Waiting::begin(&self.waiting);
        let waited = self.waited.get_metric_with_label_values(&[word]).ok();
        let work: Work = Box::new(move |rows| {
            if let Some(waited) = waited {
                waited.observe(waiting.began.elapsed().as_secs_f64());
            }
            drop(waiting);
            work(rows)
        });
        let ran = self.inner.run(access, work).await;
        transaction.end(outcome(&ran));
        self.outage.note(way, asked_at, is_answer(&ran));
        ran
    }

    async fn check(&self) -> Result<(), StoreError> {
        let asked_at = self.outage.now();
        let transaction = self.transactions.begin("check");
        let checked = self.inner.check().await;
        transaction.end(outcome(&checked));
        self.outage
            .note(Way::Reading, asked_at, is_answer(&checked));
        checked
    }
}

/// A transaction that has not begun. It goes with its work, whether that runs or is dropped.
struct Waiting {
    gauge: IntGauge,
    began: Instant,
}

impl Waiting {
    fn begin(gauge: &IntGauge) -> Self {
        gauge.inc();
        Self {
            gauge: gauge.clone(),
            began: Instant::now(),
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.gauge.dec();
    }
}

fn outcome(ran: &Result<(), StoreError>) -> &'static str {
    match ran {
        Ok(()) => "ok",
        Err(StoreError::Unavailable(_)) => "unavailable",
        Err(StoreError::Conflict(_)) => "conflict",
        Err(StoreError::Corrupt { .. }) => "corrupt",
        Err(StoreError::Failed(_)) => "failed",
    }
}

fn is_answer(ran: &Result<(), StoreError>) -> bool {
    !matches!(ran, Err(StoreError::Unavailable(_)))
}
