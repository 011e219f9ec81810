//! The port: takes files in turn, hands each to a worker, makes sense of what comes back.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_trait::async_trait;
use bytes::Bytes;
use forms::expected_form::BlankFile;
use forms::{Data, ExpectedForm, FormContent};
use pdf_read::wire::{self, Job, WireError};
use ports::{DataWithSources, FormReader, PdfError, UploadError, WorkerError};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::confinement::Confinement;
use crate::encoded_jobs::EncodedJobs;
use crate::ending::judge;
use crate::fork_server::{ForkServer, WorkerCommand};
use crate::limits::SandboxLimits;
use crate::pool::Pool;
use crate::worker_process::{WorkerOutcome, WorkerProcess, WorkerRequest};

/// What a worker said, or what its death says about the file.
type WorkerAnswer = Result<Vec<u8>, PdfError>;

/// Reads PDFs in child processes. Dropping it ends the waiting workers.
pub struct SandboxedReader {
    sandbox: Arc<Sandbox>,
    /// Whoever asks may run on a runtime that ends earlier than the workers' pipes.
    runtime: Handle,
    jobs: EncodedJobs,
}

/// What the workers are at now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxLoad {
    pub reading: u64,
    /// Files that wait for their turn.
    pub waiting: u64,
    /// How many may be read at once.
    pub at_once_max: u64,
    /// Workers that have given no whole answer since the start: they died of a file, or were ended
    /// since they used too much.
    pub died: u64,
}

struct Sandbox {
    pool: Pool,
    limits: SandboxLimits,
    /// That of the first worker; no file is given to one that tells another.
    confinement: Confinement,
    /// One permit for each file that is here, read or waiting.
    places: Semaphore,
    /// One permit for each file that is being read.
    turns: Semaphore,
    died: AtomicU64,
}

impl SandboxedReader {
    /// Starts the first workers and asks one of them how it is confined. Call it within the runtime
    /// that is to watch them all.
    pub async fn start(command: WorkerCommand, limits: SandboxLimits) -> Result<Self, WorkerError> {
        let server = ForkServer::new(command, limits.start_time_max);
        let pool = Pool::new(server, limits.warm_count);
        let first = pool.fresh().map_err(failed)?.confinement();
        let asked = tokio::time::timeout(limits.wall_clock_max, first).await;
        let confinement = asked
            .map_err(|late| WorkerError::Failed(late.into()))?
            .map_err(failed)?;
        let sandbox = Sandbox {
            pool,
            limits,
            confinement,
            places: Semaphore::new(limits.at_once_max + limits.waiting_max),
            turns: Semaphore::new(limits.at_once_max),
            died: AtomicU64::new(0),
        };
        sandbox.pool.fill().map_err(failed)?;
        Ok(Self {
            sandbox: Arc::new(sandbox),
            runtime: Handle::current(),
            jobs: EncodedJobs::default(),
        })
    }

    pub fn confinement(&self) -> Confinement {
        self.sandbox.confinement
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

impl Sandbox {
    fn load(&self) -> SandboxLoad {
        let SandboxLimits {
            at_once_max,
            waiting_max,
            ..
        } = self.limits;
        let reading = at_once_max.saturating_sub(self.turns.available_permits());
        let here = (at_once_max + waiting_max).saturating_sub(self.places.available_permits());
        let counted = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        SandboxLoad {
            reading: counted(reading),
            waiting: counted(here.saturating_sub(reading)),
            at_once_max: counted(at_once_max),
            died: self.died.load(Ordering::Relaxed),
        }
    }

    async fn answer(
        self: Arc<Self>,
        request: WorkerRequest<'_>,
    ) -> Result<WorkerAnswer, WorkerError> {
        let _place = self.places.try_acquire().map_err(|_| WorkerError::Busy)?;
        let _turn = self
            .turns
            .acquire()
            .await
            .map_err(|closed| WorkerError::Failed(closed.into()))?;
        let outcome = self.talk(request).await.map_err(failed)?;
        if !matches!(outcome, WorkerOutcome::Answered(_)) {
            self.died.fetch_add(1, Ordering::Relaxed);
        }
        match outcome {
            WorkerOutcome::Answered(answer) => Ok(Ok(answer)),
            WorkerOutcome::AnswerTooLong => Ok(Err(PdfError::TooLargeDecompressed)),
            // A file can only take processor time, which is counted; time alone passes on a machine
            // that is too busy.
            WorkerOutcome::TimedOut => Err(WorkerError::Failed("a worker got no processor".into())),
            WorkerOutcome::Untaken(status, last_words)
            | WorkerOutcome::Died(status, last_words) => {
                tracing::info!(%status, "a worker died with a PDF");
                let judged = judge(status, &last_words);
                if matches!(judged, Ok(PdfError::Hostile)) {
                    tracing::warn!("a PDF made its worker do what reading never does");
                }
                judged.map(Err)
            }
        }
    }

    async fn talk(self: &Arc<Self>, request: WorkerRequest<'_>) -> io::Result<WorkerOutcome> {
        let worker = match self.pool.take() {
            Some(worker) => worker,
            None => self.fresh().await?,
        };
        self.refill();
        let (confinement, limits) = (self.confinement, self.limits);
        match worker.serve(request, confinement, limits).await? {
            // It may have died while it waited; a fresh worker tells that from a file that kills.
            WorkerOutcome::Untaken(..) => {
                let fresh = self.fresh().await?;
                fresh.serve(request, confinement, limits).await
            }
            outcome => Ok(outcome),
        }
    }

    /// Off the threads that serve requests, as starting waits for another process.
    async fn fresh(self: &Arc<Self>) -> io::Result<WorkerProcess> {
        let sandbox = Arc::clone(self);
        let started = tokio::task::spawn_blocking(move || sandbox.pool.fresh());
        started.await.map_err(io::Error::other)?
    }

    fn refill(self: &Arc<Self>) {
        let sandbox = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            if let Err(error) = sandbox.pool.fill() {
                tracing::warn!(%error, "no worker could be started ahead");
            }
        });
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

fn failed(error: io::Error) -> WorkerError {
    WorkerError::Failed(error.into())
}
