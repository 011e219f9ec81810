//! Real servers for tests: each is started by the test that needs it, in a folder of its own, and
//! is gone with it.
//!
//! A server that cannot be started is an error whose sentence says what to install; nothing is
//! skipped.

#![forbid(unsafe_code)]

pub mod caddy;
pub mod certificates;
pub mod clamd;
mod guarded;
pub mod pgbouncer;
pub mod postgres;
mod programs;
pub mod redis;
pub mod s3;
pub mod waiting;

/// A result that takes any error.
pub type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
