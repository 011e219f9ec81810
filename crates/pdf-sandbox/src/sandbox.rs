//! Files in turn, each handed to a worker of its own, and what its end says about the file.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ports::{PdfError, WorkerError};
use tokio::sync::Semaphore;

use crate::confinement::Confinement;
use crate::ending::judge;
use crate::fork_server::{ForkServer, WorkerCommand};
use crate::limits::SandboxLimits;
use crate::pool::Pool;
use crate::worker_process::{WorkerOutcome, WorkerProcess, WorkerRequest};

/// What a worker said, or what its death says about the file.
pub(crate) type WorkerAnswer = Result<Vec<u8>, PdfError>;

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

/// Workers, and the files that wait for them.
pub(crate) struct Sandbox {
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

impl Sandbox {
    /// Starts the first workers and asks one of them how it is confined.
    pub(crate) async fn start(
        command: WorkerCommand,
        limits: SandboxLimits,
    ) -> Result<Self, WorkerError> {
        let server = ForkServer::new(command, limits.start_time_max);
        let pool = Pool::new(server, limits.warm_count);
        let first = pool.fresh().map_err(failed)?.confinement();
        let asked = tokio::time::timeout(limits.wall_clock_max, first).await;
        let confinement = asked
            .map_err(|late| WorkerError::Failed(late.into()))?
            .map_err(failed)?;
        pool.fill().map_err(failed)?;
        Ok(Self {
            pool,
            limits,
            confinement,
            places: Semaphore::new(limits.at_once_max + limits.waiting_max),
            turns: Semaphore::new(limits.at_once_max),
            died: AtomicU64::new(0),
        })
    }

    pub(crate) fn confinement(&self) -> Confinement {
        self.confinement
    }

    pub(crate) fn load(&self) -> SandboxLoad {
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

    /// What a worker says of a file, which waits for its turn. An error where that is not the
    /// file's doing.
    pub(crate) async fn answer(
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
        let (confinement, wall_clock_max) = (self.confinement, self.limits.wall_clock_max);
        match worker.serve(request, confinement, wall_clock_max).await? {
            // It may have died while it waited; a fresh worker tells that from a file that kills.
            WorkerOutcome::Untaken(..) => {
                let fresh = self.fresh().await?;
                fresh.serve(request, confinement, wall_clock_max).await
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

fn failed(error: io::Error) -> WorkerError {
    WorkerError::Failed(error.into())
}
