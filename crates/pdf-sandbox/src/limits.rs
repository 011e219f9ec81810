//! The bounds of reading, in one place.

use std::time::Duration;

/// What a worker may use beyond what its program has mapped before the first byte of a file:
/// address space in bytes. Real forms with 286 fields pass with half of it.
pub(crate) const WORKER_MEMORY_BYTES: u64 = 256 * 1024 * 1024;

/// Seconds of processor time of a worker.
pub(crate) const WORKER_CPU_SECONDS: u64 = 3;

/// Standard input, output, error, and the answer.
pub(crate) const WORKER_DESCRIPTORS: u64 = 4;

/// How much of what a process writes to its standard error is kept, from the end of it or from the
/// beginning.
pub(crate) const LAST_WORDS_BYTES: usize = 512;

/// What the serving side allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SandboxLimits {
    /// Files that are read at the same time.
    pub at_once_max: usize,
    /// Files that may wait for their turn.
    pub waiting_max: usize,
    /// Workers that are kept ready.
    pub warm_count: usize,
    /// From handing over a file to the end of its worker: well over its processor time, which it
    /// shares with others.
    pub wall_clock_max: Duration,
    /// Size of an answer.
    pub answer_bytes_max: u64,
    /// For starting a worker. The process that forks them is replaced if it takes longer.
    pub start_time_max: Duration,
}

impl Default for SandboxLimits {
    /// Two files for each processor, 64 waiting, twenty seconds, 32 MiB, ten seconds.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once_max = 2 * processors;
        Self {
            at_once_max,
            waiting_max: 64,
            warm_count: at_once_max.min(8),
            wall_clock_max: Duration::from_secs(20),
            answer_bytes_max: 32 * 1024 * 1024,
            start_time_max: Duration::from_secs(10),
        }
    }
}
