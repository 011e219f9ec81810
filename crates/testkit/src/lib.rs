//! Test adapters of the ports that keep everything in memory, and for each port one suite of checks
//! that every adapter must pass.
//!
//! A suite is a macro that expands to one `#[test]` per check: [`store_conformance`],
//! [`blob_conformance`], [`limits_conformance`] and [`scanner_conformance`]. A check is added once,
//! in its suite, and runs on every adapter. Only ever a dev-dependency.

#![forbid(unsafe_code)]

mod clock;
mod conformance;
mod entropy;
mod failing_blobs;
mod failing_store;
mod memory_blobs;
mod memory_scanner;
mod memory_store;
mod plain_limiter;
mod seeded_numbers;
mod stepped_clock;

pub mod blob_suite;
pub mod earlier_rows;
pub mod limits_suite;
pub mod scanner_suite;
pub mod store_suite;

pub use clock::FixedClock;
pub use conformance::{TestResult, run};
pub use entropy::CountingEntropy;
pub use failing_blobs::{FailingBlobStore, FailurePoint};
pub use failing_store::FailingStore;
pub use memory_blobs::MemoryBlobStore;
pub use memory_scanner::MemoryScanner;
pub use memory_store::MemoryStore;
pub use plain_limiter::PlainLimiter;
pub use stepped_clock::SteppedClock;
