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
use crate::decoding::{Decoder, EncodedAnswer};
use crate::encoded_jobs::EncodedJobs;
use crate::fork_server::WorkerCommand;
use crate::limits::{AnswerBounds, SandboxLimits};
use crate::sandbox::{Sandbox, SandboxLoad, WorkerAnswer};
use crate::worker_process::WorkerRequest;

/// Reads PDFs in child processes. Dropping it ends the waiting workers.
pub struct SandboxedReader {
    sandbox: Arc<Sandbox>,
    /// Whoever asks may run on a runtime that ends earlier than the workers' pipes.
    runtime: Handle,
    jobs: EncodedJobs,
    limits: SandboxLimits,
    decoder: Decoder,
}

/// What a worker is asked, and what its answer may be.
struct Asked {
    job: Bytes,
    bounds: AnswerBounds,
    memory_bytes: fn(&[u8]) -> usize,
}

impl SandboxedReader {
    /// Starts the first workers and asks one of them how it is confined. Call it within the runtime
    /// that is to watch them all.
    pub async fn start(command: WorkerCommand, limits: SandboxLimits) -> Result<Self, WorkerError> {
        Ok(Self {
            sandbox: Arc::new(Sandbox::start(command, limits).await?),
            runtime: Handle::current(),
            jobs: EncodedJobs::default(),
            limits,
            decoder: Decoder::new(limits.decoding_bytes_max),
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
        let asked = Asked {
            job: self.jobs.encoded(&expected),
            bounds: self.limits.data_answer,
            memory_bytes: wire::data_memory_bytes,
        };
        let decode = move |answer: &[u8]| wire::decode_data(answer, &expected.form_type);
        self.ask(asked, pdf, decode).await
    }

    async fn sources(
        &self,
        pdf: Bytes,
        expected: Arc<ExpectedForm>,
    ) -> Result<Result<DataWithSources, UploadError>, WorkerError> {
        let asked = Asked {
            job: wire::encode_job(&Job::Sources(Cow::Borrowed(&expected))).into(),
            bounds: self.limits.sources_answer,
            memory_bytes: wire::data_memory_bytes,
        };
        let decode = move |answer: &[u8]| wire::decode_sources(answer, &expected.form_type);
        self.ask(asked, pdf, decode).await
    }

    async fn content(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        self.ask_plain(&Job::Content, pdf, wire::decode_content)
            .await
    }

    async fn fields(&self, pdf: Bytes) -> Result<Result<FormContent, PdfError>, WorkerError> {
        self.ask_plain(&Job::Fields, pdf, wire::decode_content)
            .await
    }

    async fn blank_file(&self, pdf: Bytes) -> Result<Result<BlankFile, PdfError>, WorkerError> {
        self.ask_plain(&Job::BlankFile, pdf, wire::decode_blank_file)
            .await
    }
}

impl SandboxedReader {
    /// What a worker answers that is no data of a form type.
    async fn ask_plain<T: Send + 'static>(
        &self,
        job: &Job<'_>,
        pdf: Bytes,
        decode: impl FnOnce(&[u8]) -> Result<Result<T, PdfError>, WireError> + Send + 'static,
    ) -> Result<Result<T, PdfError>, WorkerError> {
        let asked = Asked {
            job: wire::encode_job(job).into(),
            bounds: self.limits.content_answer,
            memory_bytes: wire::plain_memory_bytes,
        };
        self.ask(asked, pdf, decode).await
    }

    async fn ask<T: Send + 'static, E: From<PdfError> + Send + 'static>(
        &self,
        Asked {
            job,
            bounds,
            memory_bytes,
        }: Asked,
        pdf: Bytes,
        decode: impl FnOnce(&[u8]) -> Result<Result<T, E>, WireError> + Send + 'static,
    ) -> Result<Result<T, E>, WorkerError> {
        let answer = match self.answer(job, pdf, bounds.bytes_max).await? {
            Ok(bytes) => EncodedAnswer {
                bytes,
                memory_bytes,
                memory_bytes_max: bounds.memory_bytes_max,
            },
            Err(refused) => return Ok(Err(refused.into())),
        };
        self.decoder.decode(answer, decode).await
    }

    async fn answer(
        &self,
        job: Bytes,
        pdf: Bytes,
        answer_bytes_max: u64,
    ) -> Result<WorkerAnswer, WorkerError> {
        let sandbox = Arc::clone(&self.sandbox);
        // Dropped with this future, so that nobody reads a file for which nobody waits any more.
        let mut task = JoinSet::new();
        let answer = async move {
            let request = WorkerRequest {
                job: &job,
                pdf: &pdf,
                answer_bytes_max,
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
