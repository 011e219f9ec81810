//! An outage is one line in the log however many requests meet it, and its end another, also where
//! nobody asks for anything any more.

#![expect(
    clippy::unwrap_used,
    reason = "a log that cannot be read fails the test"
)]

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use domain::{BlobKey, Timestamp};
use futures::StreamExt as _;
use metrics_prometheus::{MeasuredBlobs, MeasuredStore, Metrics};
use ports::{AccessMode, BlobStore, ByteStream, Store, StoreError, Transaction, Work};
use testkit::{FailingBlobStore, FailurePoint, MemoryBlobStore, MemoryStore, TestResult};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

/// What was logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

impl Log {
    fn count(&self, line: &str) -> usize {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        text.matches(line).count()
    }

    /// Takes what is logged in this thread from now on.
    fn start() -> (Self, DefaultGuard) {
        let log = Self::default();
        let lines = tracing_subscriber::fmt().with_writer(log.clone()).finish();
        (log, tracing::subscriber::set_default(lines))
    }

    /// How often it went, and how often it came back.
    fn told(&self, what: &str) -> (usize, usize) {
        (
            self.count(&format!("the {what} does not answer")),
            self.count(&format!("the {what} answers again")),
        )
    }
}

fn shows(metrics: &Metrics, line: &str) -> TestResult<bool> {
    Ok(metrics.page()?.lines().any(|written| written == line))
}

struct Watched {
    log: Log,
    failing: Arc<FailingBlobStore>,
    blobs: MeasuredBlobs,
    metrics: Metrics,
}

impl Watched {
    fn new() -> TestResult<(Self, DefaultGuard)> {
        let (log, guard) = Log::start();
        let metrics = Metrics::new("0.0.0")?;
        let failing = FailingBlobStore::over(Arc::new(MemoryBlobStore::default()));
        let failing = Arc::new(failing);
        let blobs = MeasuredBlobs::new(Arc::clone(&failing) as Arc<dyn BlobStore>, &metrics)?;
        let watched = Self {
            log,
            failing,
            blobs,
            metrics,
        };
        Ok((watched, guard))
    }

    fn told(&self) -> (usize, usize) {
        self.log.told("blob store")
    }

    fn shows(&self, line: &str) -> TestResult<bool> {
        shows(&self.metrics, line)
    }

    async fn put(&self, number: u8) -> bool {
        let piece = Ok(Bytes::from_static(b"bytes"));
        let bytes: ByteStream = futures::stream::iter([piece]).boxed();
        let key = BlobKey::from_entropy([number; 16]);
        self.blobs.put(&key, bytes).await.is_ok()
    }

    async fn read(&self) -> bool {
        let key = BlobKey::from_entropy([0; 16]);
        self.blobs.read(&key, None).await.is_ok()
    }
}

// On a clock that stands still nothing is probed unless a test sleeps.
#[tokio::test(start_paused = true)]
async fn many_failures_are_one_outage() -> TestResult {
    let (watched, _guard) = Watched::new()?;
    assert!(watched.read().await && watched.put(1).await);
    assert_eq!(watched.told(), (0, 0));
    for nth in 1..=4 {
        watched.failing.fail_at(nth, FailurePoint::Before);
    }
    assert!(!watched.read().await && !watched.put(2).await);
    assert!(!watched.read().await && !watched.put(3).await);
    assert_eq!(watched.told(), (1, 0));
    assert!(watched.shows("formservice_blob_store_up{way=\"read\"} 0")?);
    assert!(watched.shows("formservice_blob_store_up{way=\"write\"} 0")?);
    assert!(watched.read().await);
    assert!(watched.shows("formservice_blob_store_up{way=\"read\"} 1")?);
    assert!(watched.shows("formservice_blob_store_up{way=\"write\"} 0")?);
    assert_eq!(watched.told(), (1, 0));
    assert!(watched.put(4).await);
    assert_eq!(watched.told(), (1, 1));
    let failed =
        "formservice_blob_store_operations_total{operation=\"put\",outcome=\"unavailable\"} 2";
    assert!(watched.shows(failed)?);
    let written = "formservice_blob_store_written_bytes_total 10";
    assert!(watched.shows(written)?, "{}", watched.metrics.page()?);
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn what_can_be_read_but_not_written_is_one_outage() -> TestResult {
    let (watched, _guard) = Watched::new()?;
    for round in 0..5 {
        watched.failing.fail_at(1, FailurePoint::Before);
        assert!(!watched.put(round).await);
        assert!(watched.read().await);
    }
    assert_eq!(watched.told(), (1, 0));
    watched.blobs.check().await?;
    assert_eq!(watched.told(), (1, 1));
    Ok(())
}

/// A database that can be read, and written to until it is full.
#[derive(Default)]
struct FullStore {
    inner: MemoryStore,
    is_full: AtomicBool,
}

#[async_trait]
impl Store for FullStore {
    async fn run(&self, access: AccessMode, work: Work) -> Result<(), StoreError> {
        if access == AccessMode::Write && self.is_full.load(Ordering::SeqCst) {
            return Err(StoreError::Unavailable("full".into()));
        }
        self.inner.run(access, work).await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.inner.check().await
    }

    async fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        match self.is_full.load(Ordering::SeqCst) {
            true => Err(StoreError::Unavailable("its folder is gone".into())),
            false => Ok(None),
        }
    }
}

/// Every upload asks, and asks for nothing else where it is not told.
#[tokio::test(start_paused = true)]
async fn free_room_that_cannot_be_told_is_an_outage() -> TestResult {
    let (log, _guard) = Log::start();
    let metrics = Metrics::new("0.0.0")?;
    let full = Arc::new(FullStore::default());
    let inner = Arc::clone(&full) as Arc<dyn Store>;
    let store = MeasuredStore::new(inner, &metrics)?;
    store.free_bytes().await?;
    assert_eq!(log.told("database"), (0, 0));
    full.is_full.store(true, Ordering::SeqCst);
    assert!(store.free_bytes().await.is_err());
    assert_eq!(log.told("database"), (1, 0));
    assert!(shows(&metrics, "formservice_database_up{way=\"write\"} 0")?);
    Ok(())
}

/// As the sweeper does, at the start and then only after ten minutes.
async fn write(store: &Arc<dyn Store>) -> Result<(), StoreError> {
    let forget = |rows: &mut dyn Transaction| {
        let now = Timestamp::from_microseconds(0).ok_or(StoreError::Failed("no time".into()))?;
        rows.remove_replays_before(now, 1).map(drop)
    };
    store.write(forget).await
}

/// Long enough for ten probes.
async fn a_while() {
    tokio::time::sleep(Duration::from_secs(10)).await;
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_writes_ends_although_nobody_writes_again() -> TestResult {
    let (log, _guard) = Log::start();
    let metrics = Metrics::new("0.0.0")?;
    let full = Arc::new(FullStore::default());
    let inner = Arc::clone(&full) as Arc<dyn Store>;
    let store: Arc<dyn Store> = Arc::new(MeasuredStore::new(inner, &metrics)?);
    for round in 1..=2 {
        full.is_full.store(true, Ordering::SeqCst);
        assert!(write(&store).await.is_err());
        a_while().await;
        store.check().await?;
        assert_eq!(log.told("database"), (round, round - 1));
        assert!(shows(&metrics, "formservice_database_up{way=\"read\"} 1")?);
        assert!(shows(&metrics, "formservice_database_up{way=\"write\"} 0")?);
        full.is_full.store(false, Ordering::SeqCst);
        a_while().await;
        assert_eq!(log.told("database"), (round, round));
        assert!(shows(&metrics, "formservice_database_up{way=\"write\"} 1")?);
    }
    let probes = "database_transactions_total{operation=\"write\",outcome=\"ok\"} 0";
    assert!(shows(&metrics, &format!("formservice_{probes}"))?);
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_blobs_ends_although_nobody_asks_for_one_again() -> TestResult {
    let (watched, _guard) = Watched::new()?;
    watched.failing.fail_at(1, FailurePoint::Before);
    watched.failing.fail_at(2, FailurePoint::Before);
    assert!(!watched.read().await && !watched.put(1).await);
    assert_eq!(watched.told(), (1, 0));
    a_while().await;
    assert_eq!(watched.told(), (1, 1));
    for way in ["read", "write"] {
        assert!(watched.shows(&format!("formservice_blob_store_up{{way=\"{way}\"}} 1"))?);
    }
    Ok(())
}

#[tokio::test(start_paused = true)]
async fn an_outage_that_is_met_by_reading_is_one_of_writing_too_although_nobody_writes()
-> TestResult {
    let (watched, _guard) = Watched::new()?;
    // One request, then two probes of each way.
    for nth in 1..=5 {
        watched.failing.fail_at(nth, FailurePoint::Before);
    }
    assert!(!watched.read().await);
    assert!(watched.shows("formservice_blob_store_up{way=\"write\"} 1")?);
    tokio::time::sleep(Duration::from_millis(2500)).await;
    for way in ["read", "write"] {
        assert!(watched.shows(&format!("formservice_blob_store_up{{way=\"{way}\"}} 0"))?);
    }
    assert_eq!(watched.told(), (1, 0));
    a_while().await;
    for way in ["read", "write"] {
        assert!(watched.shows(&format!("formservice_blob_store_up{{way=\"{way}\"}} 1"))?);
    }
    assert_eq!(watched.told(), (1, 1));
    Ok(())
}
