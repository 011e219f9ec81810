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

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The path after a URL's scheme. With `//` before it a URL would name a host first, which is never
/// meant.
fn path_in(rest: &str) -> Option<PathBuf> {
    let is_path = !rest.is_empty() && !rest.starts_with("//") && !rest.starts_with(':');
    is_path.then(|| PathBuf::from(rest))
}

/// Whether two paths lead to the same file or folder, however each is written. What is not there
/// yet, or cannot be seen, is only like itself.
fn lead_to_the_same(one: &Path, other: &Path) -> bool {
    let identity = |path: &Path| {
        let found = fs::metadata(path).ok()?;
        Some((found.dev(), found.ino()))
    };
    one == other || identity(one).is_some_and(|found| identity(other) == Some(found))
}
