//! The port: says to a worker what it is to read, and makes sense of its answer.

use std::borrow::Cow;
use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use form_reading::ExpectedForm;
use form_reading::expected_form::BlankFile;
use forms::{Data, FormContent};
use pdf_read::wire::{self, Job, WireError};
use ports::{DataWithSources, FormReader, PdfError, UploadError, WorkerError};
use tokio::runtime::Handle;
use tokio::task::JoinSet;

use crate::confinement::Confinement;
use crate::encoded_jobs::EncodedJobs;
use crate::fork_server::WorkerCommand;
use crate::limits::SandboxLimits;
use crate::sandbox::{Sandbox, SandboxLoad, WorkerAnswer};
use crate::worker_process::WorkerRequest;

/// Reads PDFs in child processes. Dropping it ends the waiting workers.
pub struct SandboxedReader {
    sandbox: Arc<Sandbox>,
    /// Whoever asks may run on a runtime that ends earlier than the workers' pipes.
    runtime: Handle,
    jobs: EncodedJobs,
}

impl SandboxedReader {
    /// Starts the first workers and asks one of them how it is confined. Call it within the runtime
    /// that is to watch them all.
    pub async fn start(command: WorkerCommand, limits: SandboxLimits) -> Result<Self, WorkerError> {
        Ok(Self {
            sandbox: Arc::new(Sandbox::start(command, limits).await?),
            runtime: Handle::current(),
            jobs: EncodedJobs::default(),
        })
    }

    pub fn confinement(&self) -> Confinement {
        self.sandbox.confinement()
    }

    /// What tells the load from now on, also when the reader is used as its port.
    pub fn load_reader(&self) -> impl Fn() -> SandboxLoad + Clone + Send + Sync + 'static {
        let sandbox = Arc::clone(&self.sandbox);
        move || sandbox.load()
    }
}

#[async_trait]
impl FormReader for SandboxedReader {
    async fn read(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<Data, UploadError>, WorkerError> {
        let job = self.jobs.encoded(&expected);
        match self.answer(job, pdf).await? {
            Ok(answer) => decode(move || wire::decode_data(&answer, &expected.form_type)).await,
            Err(refused) => Ok(Err(refused.into())),
        }
    }

    async fn sources(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError> {
        let job = wire::encode_job(&Job::Sources(Cow::Borrowed(&expected)));
        match self.answer(job.into(), pdf).await? {
            Ok(answer) => decode(move || wire::decode_sources(&answer, &expected.form_type)).await,
            Err(refused) => Ok(Err(refused.into())),
        }
    }

    async fn content(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        self.content_for(&Job::Content, pdf).await
    }

    async fn fields(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        self.content_for(&Job::Fields, pdf).await
    }

    async fn blank_file(&self, pdf: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError> {
        match self
            .answer(wire::encode_job(&Job::BlankFile).into(), pdf)
            .await?
        {
            Ok(answer) => decode(move || wire::decode_blank_file(&answer)).await,
            Err(refused) => Ok(Err(refused)),
        }
    }
}

impl SandboxedReader {
    async fn content_for(
        &self,
        job: &Job<'_>,
        pdf: Bytes,
    ) -> Result<Result<FormContent, PdfError>, WorkerError> {
        match self.answer(wire::encode_job(job).into(), pdf).await? {
            Ok(answer) => decode(move || wire::decode_content(&answer)).await,
            Err(refused) => Ok(Err(refused)),
        }
    }

    async fn answer(&self, job: Bytes, pdf: Bytes) -> Result<WorkerAnswer, WorkerError> {
        let sandbox = Arc::clone(&self.sandbox);
        // Dropped with this future, so that nobody reads a file for which nobody waits any more.
        let mut task = JoinSet::new();
        let answer = async move {
            let request = WorkerRequest {
                job: &job,
                pdf: &pdf,
            };
            sandbox.answer(request).await
        };
        task.spawn_on(answer, &self.runtime);
        match task.join_next().await {
            Some(Ok(answer)) => answer,
            // The cause of neither is told: it may quote what somebody filled in.
            Some(Err(_)) | None => Err(WorkerError::Failed("the reading was broken off".into())),
        }
    }
}

/// An answer may be long: off the threads that serve requests. What is wrong with one that makes no
/// sense is not told: it would quote what somebody filled in.
async fn decode<T: Send + 'static>(
    decode: impl FnOnce() -> Result<T, WireError> + Send + 'static,
) -> Result<T, WorkerError> {
    match tokio::task::spawn_blocking(decode).await {
        Ok(Ok(answer)) => Ok(answer),
        _ => Err(WorkerError::Failed(
            "the answer of a worker makes no sense".into(),
        )),
    }
}
