//! What the benches share: an instance of the release build, clients, and what they cost.
//!
//! `just bench` (`bench-table`), `just bench-scale` and `just bench-hot` are made of it. What they
//! gave stands in docs/PERFORMANCE.md and docs/CAPACITY.md.

#![forbid(unsafe_code)]

use std::path::PathBuf;

use test_servers::Fallible;

pub mod client;
pub mod instance;
pub mod load;
pub mod processor;
pub mod requests;

/// The filled form that is uploaded over and over.
pub fn form() -> Fallible<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/tour/antrag.pdf");
    Ok(std::fs::read(path)?)
}
