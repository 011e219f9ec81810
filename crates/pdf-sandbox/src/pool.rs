//! The workers that wait for a file.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::worker_process::{WorkerCommand, WorkerProcess};

/// A few started workers, none of which has seen a file.
pub(crate) struct Pool {
    command: WorkerCommand,
    count: usize,
    idle: Mutex<Vec<WorkerProcess>>,
}

impl Pool {
    /// An empty pool that will hold so many workers.
    pub(crate) fn new(command: WorkerCommand, count: usize) -> Self {
        Self {
            command,
            count,
            idle: Mutex::default(),
        }
    }

    /// Starts workers until the pool is full.
    pub(crate) fn fill(&self) -> io::Result<()> {
        while self.idle().len() < self.count {
            let worker = self.fresh()?;
            let mut idle = self.idle();
            // Others fill at the same time; what is too much by now is dropped, and so ended.
            if idle.len() < self.count {
                idle.push(worker);
            }
        }
        Ok(())
    }

    /// A waiting worker, or a fresh one where none waits. One that has died while it waited is
    /// passed over.
    pub(crate) fn take(&self) -> io::Result<WorkerProcess> {
        loop {
            let Some(mut worker) = self.idle().pop() else {
                return self.fresh();
            };
            if worker.is_alive() {
                return Ok(worker);
            }
        }
    }

    /// A worker that was started just now.
    pub(crate) fn fresh(&self) -> io::Result<WorkerProcess> {
        WorkerProcess::start(&self.command)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<WorkerProcess>> {
        // No code under the lock can leave the list half changed.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
