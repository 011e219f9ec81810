//! The Rust sources of the workspace.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What rustfmt keeps for code, and these tests for comments and texts as well.
pub const LINE_COLUMNS_MAX: usize = 100;

/// A Rust source file.
#[derive(Debug, Clone)]
pub struct Source {
    /// Its path from the root of the workspace, with `/` between the parts.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

impl Source {
    /// Whether it is compiled only for tests, examples or benches.
    pub fn is_test(&self) -> bool {
        let folder = |name: &str| self.path.split('/').any(|part| part == name);
        self.path.starts_with("tests/")
            || folder("tests")
            || folder("benches")
            || folder("examples")
            || self.path.ends_with("/tests.rs")
    }

    /// The numbers of the lines with more than [`LINE_COLUMNS_MAX`] characters, counted from 1.
    pub fn wide_lines(&self) -> impl Iterator<Item = usize> {
        let wide = |line: &str| line.chars().count() > LINE_COLUMNS_MAX;
        let lines = self.text.lines().enumerate();
        lines.filter_map(move |(index, line)| wide(line).then_some(index + 1))
    }

    /// How many lines it has.
    pub fn line_count(&self) -> usize {
        self.text.lines().count()
    }
}

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every `.rs` file below `crates` and `tests`, sorted by path.
///
/// # Errors
/// When a folder or file cannot be read.
pub fn sources() -> io::Result<Vec<Source>> {
    let root = root();
    let mut found = Vec::new();
    let mut folders = vec![root.join("crates"), root.join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            if path.is_dir() {
                if name != "node_modules" && name != "target" {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                found.push(source(&root, &path)?);
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(found)
}

fn source(root: &Path, path: &Path) -> io::Result<Source> {
    let below = path.strip_prefix(root).map_err(io::Error::other)?;
    Ok(Source {
        path: below.to_string_lossy().replace('\\', "/"),
        text: fs::read_to_string(path)?,
    })
}
