//! The adapters that can be configured, one module for each kind: its settings, and what they
//! build.

pub(crate) mod blobs;
pub(crate) mod database;
pub(crate) mod fonts;
pub(crate) mod limits;
pub(crate) mod lost_rows;
pub(crate) mod master_keys;
pub(crate) mod pepper;
pub(crate) mod scanner;

use std::path::PathBuf;

/// The path after a URL's scheme. With `//` before it a URL would name a host first, which is never
/// meant.
fn path_in(rest: &str) -> Option<PathBuf> {
    let is_path = !rest.is_empty() && !rest.starts_with("//") && !rest.starts_with(':');
    is_path.then(|| PathBuf::from(rest))
}
