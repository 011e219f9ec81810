//! Real servers for tests: each is started by the test that needs it, in a folder of its own, and is gone with it.
//!
//! A server that cannot be started is an error whose sentence says what to install; nothing is skipped. Each server is the child of a small
//! shell that waits for the test to end, however it ends (a panic, `kill -9`), then stops the server and removes the folder.

mod guarded;
pub mod pgbouncer;
pub mod postgres;
mod programs;
pub mod redis;
pub mod s3;

/// A result that takes any error.
pub type Fallible<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;
