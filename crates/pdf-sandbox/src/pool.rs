//! The workers that wait for a file.

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::fork_server::ForkServer;
use crate::worker_process::WorkerProcess;

/// A few started workers, none of which has seen a file.
pub(crate) struct Pool {
    server: ForkServer,
    count: usize,
    waiting: Mutex<WaitingWorkers>,
}

#[derive(Default)]
struct WaitingWorkers {
    idle: Vec<WorkerProcess>,
    /// How many are being started to join them.
    starting: usize,
}

impl Pool {
    /// An empty pool that will hold this many workers.
    pub(crate) fn new(server: ForkServer, count: usize) -> Self {
        Self {
            server,
            count,
            waiting: Mutex::default(),
        }
    }

    /// Starts workers until the pool is full. Several may fill it at a time: none starts what
    /// another is starting.
    pub(crate) fn fill(&self) -> io::Result<()> {
        while self.reserves_a_start() {
            let worker = self.fresh();
            let mut waiting = self.waiting();
            waiting.starting -= 1;
            waiting.idle.push(worker?);
        }
        Ok(())
    }

    /// Whether the pool is short of a worker that nobody is starting; the caller is to start it.
    fn reserves_a_start(&self) -> bool {
        let mut waiting = self.waiting();
        let is_short = waiting.idle.len() + waiting.starting < self.count;
        waiting.starting += usize::from(is_short);
        is_short
    }

    /// A waiting worker, if there is one. One that has died while it waited is passed over.
    pub(crate) fn take(&self) -> Option<WorkerProcess> {
        loop {
            let mut worker = self.waiting().idle.pop()?;
            if worker.is_alive() {
                return Some(worker);
            }
        }
    }

    /// A worker that was started just now.
    pub(crate) fn fresh(&self) -> io::Result<WorkerProcess> {
        WorkerProcess::start(&self.server)
    }

    fn waiting(&self) -> MutexGuard<'_, WaitingWorkers> {
        // No code under the lock can leave them half changed.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
