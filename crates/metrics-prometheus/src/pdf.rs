//! Reading and filling PDFs, measured.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use form_reading::ExpectedForm;
use form_reading::expected_form::BlankFile;
use forms::{Data, FormContent};
use ports::{
    DataWithSources, FillError, FilledForm, FormOutput, FormPackage, FormReader, FormWriter,
    PdfError, UploadError, WorkerError,
};

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
    /// Wraps the reader, and adds what it takes to the metrics.
    pub fn new(inner: Arc<dyn FormReader>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let what = "PDFs that were read, waiting included";
        let known = [("read", READ), ("template", READ)];
        let reads = Operations::new(metrics, "pdf_reads", what, &known)?;
        Ok(Self { inner, reads })
    }
}

#[async_trait]
impl FormReader for MeasuredReader {
    async fn read(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<Data, UploadError>, WorkerError> {
        let counted = self.reads.begin("read");
        let read = self.inner.read(pdf, expected).await;
        counted.end(upload_outcome(&read));
        read
    }

    async fn sources(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError> {
        let counted = self.reads.begin("read");
        let read = self.inner.sources(pdf, expected).await;
        counted.end(upload_outcome(&read));
        read
    }

    async fn content(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        let counted = self.reads.begin("template");
        let read = self.inner.content(pdf).await;
        counted.end(outcome(&read));
        read
    }

    async fn fields(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        let counted = self.reads.begin("template");
        let read = self.inner.fields(pdf).await;
        counted.end(outcome(&read));
        read
    }

    async fn blank_file(&self, pdf: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError> {
        let counted = self.reads.begin("template");
        let read = self.inner.blank_file(pdf).await;
        counted.end(outcome(&read));
        read
    }
}

fn upload_outcome<T>(read: &Result<Result<T, UploadError>, WorkerError>) -> &'static str {
    match read {
        Ok(Err(UploadError::File(error))) => refused(error),
        Ok(_) => "ok",
        Err(error) => failed(error),
    }
}

fn outcome<T>(read: &Result<Result<T, PdfError>, WorkerError>) -> &'static str {
    match read {
        Ok(Err(error)) => refused(error),
        Ok(Ok(_)) => "ok",
        Err(error) => failed(error),
    }
}

fn refused(error: &PdfError) -> &'static str {
    match error {
        PdfError::TookTooLong => "timed_out",
        PdfError::TooLargeDecompressed => "too_large",
        _ => "refused",
    }
}

fn failed(error: &WorkerError) -> &'static str {
    match error {
        WorkerError::Busy => "busy",
        WorkerError::Failed(_) => "failed",
    }
}

impl MeasuredWriter {
    /// Wraps the writer, and adds what it takes to the metrics.
    pub fn new(inner: Arc<dyn FormWriter>, metrics: &Metrics) -> Result<Self, MetricsError> {
        let what = "Forms that were filled";
        let known = ["fill", "flatten", "template"].map(|operation| (operation, FILL));
        let fills = Operations::new(metrics, "pdf_fills", what, &known)?;
        Ok(Self { inner, fills })
    }
}

impl FormWriter for MeasuredWriter {
    fn fill(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
        output: FormOutput,
    ) -> Result<Vec<u8>, FillError> {
        let counted = self.fills.begin(match output {
            FormOutput::Fillable => "fill",
            FormOutput::Flat => "flatten",
        });
        let filled = self.inner.fill(package, data, output);
        counted.end(if filled.is_ok() { "ok" } else { "failed" });
        filled
    }

    fn fill_reported(
        &self,
        package: &Arc<FormPackage>,
        data: &Data,
    ) -> Result<FilledForm, FillError> {
        let counted = self.fills.begin("fill");
        let filled = self.inner.fill_reported(package, data);
        counted.end(if filled.is_ok() { "ok" } else { "failed" });
        filled
    }

    fn digest(&self) -> [u8; 32] {
        self.inner.digest()
    }

    fn blank(&self, package: &Arc<FormPackage>, output: FormOutput) -> Result<Vec<u8>, FillError> {
        let counted = self.fills.begin("template");
        let filled = self.inner.blank(package, output);
        counted.end(if filled.is_ok() { "ok" } else { "failed" });
        filled
    }

    fn with_boxes_on(&self, package: &Arc<FormPackage>) -> Result<Vec<u8>, FillError> {
        let counted = self.fills.begin("template");
        let filled = self.inner.with_boxes_on(package);
        counted.end(if filled.is_ok() { "ok" } else { "failed" });
        filled
    }
}
