//! An outage is one line in the log however many requests meet it, and its end another.

#![expect(
    clippy::unwrap_used,
    reason = "a log that cannot be read fails the test"
)]

use std::io;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use domain::BlobKey;
use futures::StreamExt as _;
use metrics_prometheus::{MeasuredBlobs, Metrics};
use ports::{BlobStore, ByteStream};
use testkit::{Checked, FailingBlobStore, Failure, Fallible, MemoryBlobStore};
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

    /// How often it went, and how often it came back.
    fn told(&self) -> (usize, usize) {
        (
            self.count("the blob store does not answer"),
            self.count("the blob store answers again"),
        )
    }
}

struct Watched {
    log: Log,
    failing: Arc<FailingBlobStore>,
    blobs: MeasuredBlobs,
    metrics: Metrics,
}

impl Watched {
    fn new() -> Fallible<(Self, tracing::subscriber::DefaultGuard)> {
        let log = Log::default();
        let lines = tracing_subscriber::fmt().with_writer(log.clone()).finish();
        let guard = tracing::subscriber::set_default(lines);
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

    fn shows(&self, line: &str) -> Fallible<bool> {
        Ok(self.metrics.page()?.lines().any(|written| written == line))
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

#[tokio::test]
async fn many_failures_are_one_outage() -> Checked {
    let (watched, _guard) = Watched::new()?;
    assert!(watched.read().await && watched.put(1).await);
    assert_eq!(watched.log.told(), (0, 0));
    for nth in 1..=4 {
        watched.failing.fail_at(nth, Failure::Before);
    }
    assert!(!watched.read().await && !watched.put(2).await);
    assert!(!watched.read().await && !watched.put(3).await);
    assert_eq!(watched.log.told(), (1, 0));
    assert!(watched.shows("formservice_blob_store_up{way=\"read\"} 0")?);
    assert!(watched.shows("formservice_blob_store_up{way=\"write\"} 0")?);
    assert!(watched.read().await);
    assert!(watched.shows("formservice_blob_store_up{way=\"read\"} 1")?);
    assert!(watched.shows("formservice_blob_store_up{way=\"write\"} 0")?);
    assert_eq!(watched.log.told(), (1, 0));
    assert!(watched.put(4).await);
    assert_eq!(watched.log.told(), (1, 1));
    let failed =
        "formservice_blob_store_operations_total{operation=\"put\",outcome=\"unavailable\"} 2";
    assert!(watched.shows(failed)?);
    let written = "formservice_blob_store_written_bytes_total 10";
    assert!(watched.shows(written)?, "{}", watched.metrics.page()?);
    Ok(())
}

#[tokio::test]
async fn what_can_be_read_but_not_written_is_one_outage() -> Checked {
    let (watched, _guard) = Watched::new()?;
    for round in 0..5 {
        watched.failing.fail_at(1, Failure::Before);
        assert!(!watched.put(round).await);
        assert!(watched.read().await);
    }
    assert_eq!(watched.log.told(), (1, 0));
    watched.blobs.check().await?;
    assert_eq!(watched.log.told(), (1, 1));
    Ok(())
}
