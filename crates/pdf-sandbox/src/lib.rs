//! Reads uploaded PDFs in child processes of the same program, so that whatever a file does, the
//! service goes on.
//!
//! A worker is forked before it is needed (`fork_server.rs`), confines itself (`confine.rs`), reads
//! one file and ends; another takes its place at once. So nothing of one applicant can reach the
//! next. [`SandboxedReader`] is the serving side, [`worker_main`] the worker.
//!
//! Promises: a bounded number of workers, of waiting files, of bytes in an answer and of those that
//! it is decoded to; a wall clock over each worker, and none outlives its time. How a worker dies
//! tells what was wrong with the file (`ending.rs`). What a worker writes to standard error is
//! never passed on: it may hold what somebody filled in.
//!
//! A worker that a file takes over can do nothing: open no file, reach no other process, call
//! nothing but what reading needs (`confine.rs`). Where the kernel cannot do one of these the
//! service is told ([`Confinement`]).

#[cfg(not(target_os = "linux"))]
compile_error!("formservice is built for Linux only: no other kernel can confine its workers");

mod confine;
mod confinement;
mod decoding;
mod encoded_jobs;
mod ending;
mod fork_server;
mod forked_process;
mod limits;
mod pool;
pub mod protocol;
mod reader;
mod sandbox;
mod serving_process;
mod worker;
mod worker_process;

pub use confine::{Prepared, WorkerPipes, confine};
pub use confinement::Confinement;
pub use ending::not_confined;
pub use fork_server::{WorkerCommand, fork_workers};
pub use limits::{AnswerBounds, SandboxLimits};
pub use reader::SandboxedReader;
pub use sandbox::SandboxLoad;
pub use serving_process::close_serving_process;
pub use worker::{serve_one, worker_main};
