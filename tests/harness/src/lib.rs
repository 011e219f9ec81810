//! What stories over real HTTP share: the built program as a running service, filled forms, an
//! operator at the command line, where rows and bytes are kept; and a `load` of clients that note
//! in a `ledger` what was acknowledged to them while instances are killed.
//!
//! `FORMSERVICE_TEST_STORAGE` says what a service runs on unless a story chooses itself: `postgres`
//! for its rows, `s3` for its bytes, `redis` for counting requests, with commas between them; else
//! SQLite, files and memory. Leaves out what only one target needs.

#![forbid(unsafe_code)]
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a story whose service cannot be set up has failed"
)]

pub mod client;
pub mod counting;
pub mod database;
pub mod form;
mod ground;
pub mod instances;
pub mod ledger;
pub mod load;
pub mod operator;
mod process;
pub mod program;
pub mod rows;
pub mod service;
pub mod storage;

/// Whether `FORMSERVICE_TEST_STORAGE` names a kind of storage.
fn is_wanted(kind: &str) -> bool {
    let wanted = std::env::var("FORMSERVICE_TEST_STORAGE").unwrap_or_default();
    wanted.split(',').any(|wanted| wanted.trim() == kind)
}
