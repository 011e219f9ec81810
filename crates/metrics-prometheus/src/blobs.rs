//! The blob store, measured.

use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use bytes::Bytes;
use domain::BlobKey;
use futures::{FutureExt as _, TryStreamExt as _};
use ports::{AccessMode, BlobError, BlobStore, BlobSummary, ByteStream, KeyStream};
use prometheus::IntCounter;

use crate::operations::Operations;
use crate::outage::{Outages, Probe};
use crate::{Metrics, MetricsError};

/// A blob store whose operations are counted and timed, and the bytes that go in and out.
pub struct MeasuredBlobs {
    inner: Arc<dyn BlobStore>,
    operations: Operations,
    bytes_in: IntCounter,
    bytes_out: IntCounter,
    outages: Outages,
}

const PUT: &[&str] = &[
    "ok",
    "in_use",
    "interrupted",
    "unavailable",
    "full",
    "failed",
];
const READ: &[&str] = &["ok", "absent", "unavailable", "failed"];
const CHECK: &[&str] = &["ok", "unavailable", "full", "failed"];
const OTHER: &[&str] = &["ok", "unavailable", "failed"];

impl MeasuredBlobs {
    /// Wraps the blob store, and adds what it takes to the metrics.
    pub fn new(inner: Arc<dyn BlobStore>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let known = [
            ("put", PUT),
            ("read", READ),
            ("remove", OTHER),
            ("list", OTHER),
            ("remove_unfinished", OTHER),
            ("check", CHECK),
        ];
        let what = "Operations of the blob store";
        let outages = Outages::new(metrics, "blob_store", "blob store", probe(&inner))?;
        Ok(Self {
            inner,
            operations: Operations::new(metrics, "blob_store_operations", what, &known)?,
            bytes_in: metrics.counter(
                "blob_store_written_bytes_total",
                "Bytes handed to the blob store, those of files that were not kept included.",
            )?,
            bytes_out: metrics.counter(
                "blob_store_read_bytes_total",
                "Bytes that came out of the blob store.",
            )?,
            outages,
        })
    }

    /// Measures an operation that shows whether the store answers.
    async fn measure_availability<T>(
        &self,
        (word, way): (&'static str, AccessMode),
        operation: impl Future<Output = Result<T, BlobError>>,
        outcome: impl FnOnce(&Result<T, BlobError>) -> &'static str,
    ) -> Result<T, BlobError> {
        let asked_at = Instant::now();
        let done = self.measure(word, operation, outcome).await;
        self.outages.note(way, asked_at, is_answer(&done));
        done
    }

    async fn measure<T>(
        &self,
        word: &'static str,
        operation: impl Future<Output = Result<T, BlobError>>,
        outcome: impl FnOnce(&Result<T, BlobError>) -> &'static str,
    ) -> Result<T, BlobError> {
        let counted = self.operations.begin(word);
        let done = operation.await;
        counted.end(outcome(&done));
        done
    }
}

#[async_trait]
impl BlobStore for MeasuredBlobs {
    async fn put(&self, key: &BlobKey, bytes: ByteStream) -> Result<BlobSummary, BlobError> {
        let bytes = counting(bytes, &self.bytes_in);
        let put = self.inner.put(key, bytes);
        self.measure_availability(("put", AccessMode::Write), put, outcome)
            .await
    }

    async fn read(
        &self,
        key: &BlobKey,
        range: Option<Range<u64>>,
    ) -> Result<Option<ByteStream>, BlobError> {
        let read = self.inner.read(key, range);
        let absent_or = |read: &Result<Option<ByteStream>, BlobError>| match read {
            Ok(None) => "absent",
            read => outcome(read),
        };
        let read = self
            .measure_availability(("read", AccessMode::Read), read, absent_or)
            .await?;
        Ok(read.map(|bytes| counting(bytes, &self.bytes_out)))
    }

    async fn remove(&self, key: &BlobKey) -> Result<(), BlobError> {
        let remove = self.inner.remove(key);
        self.measure("remove", remove, outcome).await
    }

    async fn list(&self) -> Result<KeyStream, BlobError> {
        self.measure("list", self.inner.list(), outcome).await
    }

    async fn remove_unfinished(&self, age_min: Duration) -> Result<usize, BlobError> {
        let remove = self.inner.remove_unfinished(age_min);
        self.measure("remove_unfinished", remove, outcome).await
    }

    async fn check(&self) -> Result<(), BlobError> {
        let check = self.inner.check();
        self.measure_availability(("check", AccessMode::Write), check, outcome)
            .await
    }

    /// Not counted, as every upload asks; but one that cannot be told ends the upload.
    async fn free_bytes(&self) -> Result<Option<u64>, BlobError> {
        let free = self.inner.free_bytes();
        self.outages
            .note_failure_of(AccessMode::Write, free, is_answer)
            .await
    }
}

/// Counted nowhere: nobody asked for it.
fn probe(blobs: &Arc<dyn BlobStore>) -> Probe {
    let blobs = Arc::clone(blobs);
    Arc::new(move |way| {
        let blobs = Arc::clone(&blobs);
        async move {
            let absent = BlobKey::from_entropy([0; 16]);
            match way {
                AccessMode::Read => is_answer(&blobs.read(&absent, None).await),
                AccessMode::Write => is_answer(&blobs.check().await),
            }
        }
        .boxed()
    })
}

fn counting(bytes: ByteStream, counter: &IntCounter) -> ByteStream {
    let counter = counter.clone();
    let count = move |piece: &Bytes| {
        counter.inc_by(u64::try_from(piece.len()).unwrap_or(u64::MAX));
    };
    Box::pin(bytes.inspect_ok(count))
}

fn outcome<T>(done: &Result<T, BlobError>) -> &'static str {
    match done {
        Ok(_) => "ok",
        Err(BlobError::Unavailable(_)) => "unavailable",
        Err(BlobError::Full(_)) => "full",
        Err(BlobError::AlreadyExists) => "in_use",
        Err(BlobError::Interrupted(_)) => "interrupted",
        Err(BlobError::Failed(_)) => "failed",
    }
}

fn is_answer<T>(done: &Result<T, BlobError>) -> bool {
    !matches!(done, Err(BlobError::Unavailable(_) | BlobError::Full(_)))
}
