//! Reads uploaded PDFs in child processes of the same program, so that whatever a file does, the
//! service goes on.
//!
//! A worker is started before it is needed, confines itself (`confine.rs`), reads one file and
//! ends; another takes its place at once. So nothing of one applicant can reach the next.
//! [`SandboxedReader`] is the serving side, [`worker_main`] the worker.
//!
//! Promises: a bounded number of workers, of waiting files and of bytes in an answer; a wall clock
//! over each; no worker outlives its time. How a worker dies tells what was wrong with the file
//! (`ending.rs`). What a worker writes to standard error is never passed on: it may hold what
//! somebody filled in.
//!
//! Leaves out: filters of system calls. A worker has no file to open and one answer to write.

mod confine;
mod ending;
mod limits;
mod pool;
mod protocol;
mod reader;
mod worker;
mod worker_process;

pub use confine::{WorkerPipes, confine};
pub use limits::SandboxLimits;
pub use reader::{SandboxLoad, SandboxedReader};
pub use worker::{serve_one, worker_main};
pub use worker_process::WorkerCommand;
