//! Reading and filling PDFs, measured.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use forms::{Data, FormContent};
use ports::{FillError, FormPackage, FormReader, FormWriter, PdfError, WorkerError};

use crate::operations::Operations;
use crate::{Metrics, MetricsError};

/// A reader whose files are counted and timed.
pub struct MeasuredReader {
    inner: Arc<dyn FormReader>,
    reads: Operations,
}

/// A writer whose forms are counted and timed.
pub struct MeasuredWriter {
    inner: Arc<dyn FormWriter>,
    fills: Operations,
}

const READ: &[&str] = &["ok", "refused", "too_large", "timed_out", "busy", "failed"];
const FILL: &[&str] = &["ok", "failed"];

impl MeasuredReader {
    /// Measures this reader.
    pub fn new(inner: Arc<dyn FormReader>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let what = "PDFs that were read, waiting included";
        let reads = Operations::new(metrics, "pdf_reads", what, &[("read", READ)])?;
        Ok(Self { inner, reads })
    }
}

#[async_trait]
impl FormReader for MeasuredReader {
    async fn read(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        let counted = self.reads.begin("read");
        let read = self.inner.read(pdf).await;
        counted.end(match &read {
            Ok(Ok(_)) => "ok",
            Ok(Err(PdfError::TookTooLong)) => "timed_out",
            Ok(Err(PdfError::TooLargeDecompressed)) => "too_large",
            Ok(Err(_)) => "refused",
            Err(WorkerError::Busy) => "busy",
            Err(WorkerError::Failed(_)) => "failed",
        });
        read
    }
}

impl MeasuredWriter {
    /// Measures this writer.
    pub fn new(inner: Arc<dyn FormWriter>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let what = "Forms that were filled";
        let known = [("fill", FILL), ("flatten", FILL)];
        let fills = Operations::new(metrics, "pdf_fills", what, &known)?;
        Ok(Self { inner, fills })
    }
}

impl FormWriter for MeasuredWriter {
    fn fill(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
        flatten: bool,
    ) -> Result<Vec<u8>, FillError> {
        let counted = self.fills.begin(if flatten { "flatten" } else { "fill" });
        let filled = self.inner.fill(package, data, flatten);
        counted.end(if filled.is_ok() { "ok" } else { "failed" });
        filled
    }
}
