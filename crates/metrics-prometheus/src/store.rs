//! The database, measured.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use domain::key::KeyLookup;
use domain::{BlobKey, Timestamp};
use futures::FutureExt as _;
use ports::{AccessMode, FoundKey, Store, StoreError, Work};
use prometheus::{HistogramVec, IntGauge};

use crate::operations::Operations;
use crate::outage::{Outages, Probe};
use crate::{Metrics, MetricsError};

/// A store whose transactions are counted and timed.
pub struct MeasuredStore {
    inner: Arc<dyn Store>,
    transactions: Operations,
    waiting: IntGauge,
    waited: HistogramVec,
    outages: Outages,
}

const OUTCOMES: &[&str] = &["ok", "unavailable", "full", "conflict", "corrupt", "failed"];

impl MeasuredStore {
    /// Wraps the store, and adds what it takes to the metrics.
    pub fn new(inner: Arc<dyn Store>, metrics: &Metrics) -> Result<Self, MetricsError> {
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
        let outages = Outages::new(metrics, "database", "database", probe(&inner))?;
        Ok(Self {
            inner,
            transactions,
            waiting: metrics.gauge(
                "database_transactions_waiting",
                "Transactions that wait for their turn and a connection.",
            )?,
            waited,
            outages,
        })
    }

    async fn measured<Run: Future<Output = Result<(), StoreError>>>(
        &self,
        access: AccessMode,
        work: Work,
        run: impl FnOnce(Work) -> Run,
    ) -> Result<(), StoreError> {
        let word = match access {
            AccessMode::Read => "read",
            AccessMode::Write => "write",
        };
        let asked_at = Instant::now();
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
        let ran = run(work).await;
        transaction.end(outcome(&ran));
        self.outages.note(access, asked_at, is_answer(&ran));
        ran
    }
}

#[async_trait]
impl Store for MeasuredStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        self.measured(access, work, |work| self.inner.run(access, work))
            .await
    }

    async fn run_short(&self, work: Work) -> Result<(), StoreError> {
        let run = |work| self.inner.run_short(work);
        self.measured(AccessMode::Read, work, run).await
    }

    /// One more read, whether or not the adapter makes a transaction of it.
    async fn find_key(&self, lookup: KeyLookup) -> Result<Option<FoundKey>, StoreError> {
        let asked_at = Instant::now();
        let transaction = self.transactions.begin("read");
        let found = self.inner.find_key(lookup).await;
        transaction.end(outcome(&found));
        self.outages
            .note(AccessMode::Read, asked_at, is_answer(&found));
        found
    }

    async fn check(&self) -> Result<(), StoreError> {
        let asked_at = Instant::now();
        let transaction = self.transactions.begin("check");
        let checked = self.inner.check().await;
        transaction.end(outcome(&checked));
        self.outages
            .note(AccessMode::Read, asked_at, is_answer(&checked));
        checked
    }

    /// Not counted, as every upload asks; but one that cannot be told ends the upload.
    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        let free = self.inner.free_bytes();
        self.outages
            .note_failure_of(AccessMode::Write, free, is_answer)
            .await
    }

    async fn close(&self) -> Result<(), StoreError> {
        self.inner.close().await
    }
}

/// Counted nowhere: nobody asked for it.
fn probe(store: &Arc<dyn Store>) -> Probe {
    let store = Arc::clone(store);
    Arc::new(move |way| {
        let store = Arc::clone(&store);
        async move {
            let probed = match way {
                AccessMode::Read => store.check().await,
                AccessMode::Write => probe_writing(&store).await,
            };
            is_answer(&probed)
        }
        .boxed()
    })
}

/// Adds a row, removes it, and commits. Undone instead of committed, it would tell nothing of a
/// full disk.
async fn probe_writing(store: &Arc<dyn Store>) -> Result<(), StoreError> {
    let key = BlobKey::from_entropy([0; 16]);
    let since = Timestamp::from_microseconds(0).ok_or(StoreError::Failed("no time".into()))?;
    store
        .write(move |rows| {
            rows.add_loose_blob(&key, since)?;
            rows.remove_loose_blob(&key).map(drop)
        })
        .await
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

fn outcome<T>(ran: &Result<T, StoreError>) -> &'static str {
    match ran {
        Ok(_) => "ok",
        Err(StoreError::Unavailable(_) | StoreError::Undone(_)) => "unavailable",
        Err(StoreError::Full(_)) => "full",
        Err(StoreError::Conflict(_)) => "conflict",
        Err(StoreError::Corrupt { .. } | StoreError::Damaged(_)) => "corrupt",
        Err(StoreError::Failed(_)) => "failed",
    }
}

fn is_answer<T>(ran: &Result<T, StoreError>) -> bool {
    !matches!(
        ran,
        Err(StoreError::Unavailable(_) | StoreError::Full(_) | StoreError::Undone(_))
    )
}

#[cfg(test)]
mod tests {
    use ports::StoreError;

    use super::{is_answer, outcome};

    #[test]
    fn a_damaged_database_answers_and_is_counted_as_corrupt() {
        let damaged = Err::<(), _>(StoreError::Damaged("malformed".into()));
        assert_eq!(outcome(&damaged), "corrupt");
        assert!(is_answer(&damaged));
    }
}
