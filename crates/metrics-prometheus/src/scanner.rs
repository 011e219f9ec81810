//! The scanner of files, measured.

use std::sync::Arc;

use async_trait::async_trait;
use ports::{ByteStream, ScanError, ScanVerdict, Scanner};

use crate::operations::Operations;
use crate::{Metrics, MetricsError};

/// A scanner whose verdicts are counted and timed.
pub struct MeasuredScanner {
    inner: Arc<dyn Scanner>,
    scans: Operations,
}

impl MeasuredScanner {
    /// Wraps the scanner, and adds what it takes to the metrics.
    pub fn new(inner: Arc<dyn Scanner>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let known: [(&str, &[&str]); 2] = [
            (
                "scan",
                &["clean", "infected", "unavailable", "bytes_failed"],
            ),
            ("check", &["ok", "unavailable"]),
        ];
        let scans = Operations::new(metrics, "scans", "Files shown to the scanner", &known)?;
        Ok(Self { inner, scans })
    }
}

#[async_trait]
impl Scanner for MeasuredScanner {
    async fn scan(&self, bytes: ByteStream) -> Result<ScanVerdict, ScanError> {
        let counted = self.scans.begin("scan");
        let scanned = self.inner.scan(bytes).await;
        counted.end(match &scanned {
            Ok(ScanVerdict::Clean) => "clean",
            Ok(ScanVerdict::Infected(_)) => "infected",
            Err(ScanError::Unavailable(_)) => "unavailable",
            Err(ScanError::BytesFailed(_)) => "bytes_failed",
        });
        scanned
    }

    async fn check(&self) -> Result<(), ScanError> {
        let counted = self.scans.begin("check");
        let checked = self.inner.check().await;
        counted.end(if checked.is_ok() { "ok" } else { "unavailable" });
        checked
    }
}
