//! Looks at the architecture itself: which crate depends on which, and how the sources are written.
//!
//! The tests beside this crate judge; here is only what they look at. Nothing is skipped: a source
//! file that cannot be read or parsed fails the test that asked for it.

#![forbid(unsafe_code)]

pub mod functions;
mod module_paths;
pub mod modules;
pub mod notices;
pub mod packages;
pub mod sbom;
pub mod shipped;
pub mod sources;
