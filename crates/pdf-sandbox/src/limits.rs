//! The bounds of reading, in one place.

use std::time::Duration;

const MIB: u64 = 1024 * 1024;

/// What a worker may use beyond what its program has mapped before the first byte of a file:
/// address space in bytes. Real forms with 286 fields pass with half of it.
pub(crate) const WORKER_MEMORY_BYTES: u64 = 256 * MIB;

/// Seconds of processor time of a worker.
pub(crate) const WORKER_CPU_SECONDS: u64 = 3;

/// Standard input, output, error, and the answer.
pub(crate) const WORKER_DESCRIPTORS: u64 = 4;

/// How much of what a process writes to its standard error is kept, from the end of it or from the
/// beginning.
pub(crate) const LAST_WORDS_BYTES: usize = 512;

/// How long an answer may be, and what it may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerBounds {
    /// Its size, in bytes.
    pub bytes_max: u64,
    /// What it takes of the memory once it is decoded, in bytes: a bound of it, which the answer
    /// itself tells before it is.
    pub memory_bytes_max: u64,
}

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
    /// For the data of a filled form, which every upload is asked for.
    pub data_answer: AnswerBounds,
    /// For that data with the places where it stands.
    pub sources_answer: AnswerBounds,
    /// For all that a file holds, and for what is kept of a blank form: of templates and for tools.
    pub content_answer: AnswerBounds,
    /// What all answers that are being decoded may take of the memory together, in bytes. One that
    /// takes as much waits until it is the only one.
    pub decoding_bytes_max: u64,
    /// For starting a worker. The process that forks them is replaced if it takes longer.
    pub start_time_max: Duration,
}

impl Default for SandboxLimits {
    /// Two files for each processor, 64 waiting, twenty seconds for each; answers of 16 and 32 MiB
    /// that take 64 to 256 MiB; ten seconds for starting.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let at_once_max = 2 * processors;
        Self {
            at_once_max,
            waiting_max: 64,
            warm_count: at_once_max.min(8),
            wall_clock_max: Duration::from_secs(20),
            data_answer: AnswerBounds {
                bytes_max: 16 * MIB,
                memory_bytes_max: 64 * MIB,
            },
            sources_answer: AnswerBounds {
                bytes_max: 32 * MIB,
                memory_bytes_max: 128 * MIB,
            },
            content_answer: AnswerBounds {
                bytes_max: 32 * MIB,
                memory_bytes_max: 256 * MIB,
            },
            decoding_bytes_max: 256 * MIB,
            start_time_max: Duration::from_secs(10),
        }
    }
}
