//! The font files of a folder.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::error::FontError;

/// Limits far above what an operator needs: a large font for Chinese has 20 MB.
const FILES_MAX: usize = 32;
const FILE_BYTES_MAX: u64 = 32 << 20;
/// Of all files: they stay in memory.
const ALL_BYTES_MAX: u64 = 64 << 20;

/// The endings of files that are used, in any case.
const ENDINGS: [&str; 2] = ["ttf", "otf"];
/// Endings of other font files: refused rather than passed over silently.
const OTHER_ENDINGS: [&str; 4] = ["ttc", "otc", "woff", "woff2"];

/// A file of the folder with the ending of a font.
pub(super) struct FontFile {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl FontFile {
    pub(super) fn error(&self, reason: &str) -> FontError {
        FontError::new(&self.name, reason)
    }
}

/// The font files of a folder in the order of their names, or all faults that keep them from being
/// read.
pub(super) fn files(directory: &Path) -> Result<Vec<FontFile>, Vec<FontError>> {
    let paths = paths(directory).map_err(|error| vec![FontError::new("folder", error)])?;
    if paths.len() > FILES_MAX {
        let reason = format!("it has {} fonts, at most {FILES_MAX} are read", paths.len());
        return Err(vec![FontError::new("folder", reason)]);
    }
    let (mut files, mut faults, mut left) = (Vec::new(), Vec::new(), ALL_BYTES_MAX);
    for path in paths {
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        match bytes(&path, left) {
            Ok(bytes) => {
                left = left.saturating_sub(bytes.len() as u64);
                files.push(FontFile { name, bytes });
            }
            Err(reason) => faults.push(FontError::new(&name, reason)),
        }
    }
    match faults.is_empty() {
        true => Ok(files),
        false => Err(faults),
    }
}

/// What looks like a font, in order.
fn paths(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let is_font = has_ending(&path, &ENDINGS) || has_ending(&path, &OTHER_ENDINGS);
        paths.extend(is_font.then_some(path));
    }
    paths.sort();
    Ok(paths)
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| endings.iter().any(|one| ending.eq_ignore_ascii_case(one)))
}

fn bytes(path: &Path, left: u64) -> Result<Vec<u8>, String> {
    if has_ending(path, &OTHER_ENDINGS) {
        return Err("only .ttf and .otf are used".to_owned());
    }
    // Nothing that never ends, such as a pipe, is opened.
    let is_file = fs::metadata(path).map(|found| found.is_file());
    if !is_file.map_err(|error| error.to_string())? {
        return Err("it is no file".to_owned());
    }
    let most = FILE_BYTES_MAX.min(left);
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    read.map_err(|error| error.to_string())?;
    match bytes.len() as u64 {
        length if length > FILE_BYTES_MAX => Err("it has more than 32 MB".to_owned()),
        length if length > left => Err("with it all have more than 64 MB".to_owned()),
        _ => Ok(bytes),
    }
}
