//! The notices of all that is in the program: each licence text once, and above it what it is for.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;

use cargo_metadata::{Metadata, Package};

use crate::shipped::{BUNDLED, folder, shipped};
use crate::sources::root;

/// What files with a licence or a notice are called, in capitals, at their beginning.
const NAMES: [&str; 6] = [
    "LICENSE",
    "LICENCE",
    "COPYING",
    "NOTICE",
    "COPYRIGHT",
    "UNLICENSE",
];

const RULE: &str =
    "\n================================================================================\n";

/// Where the notices are kept that the program prints, compressed.
pub fn kept_at() -> PathBuf {
    root().join("crates/cli/assets/third-party-notices.txt.gz")
}

/// The whole text.
///
/// # Errors
/// When a file with a licence cannot be read: the sources of all packages must be there, as they
/// are after a build.
pub fn notices(metadata: &Metadata) -> io::Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut without = Vec::new();
    for (package, _) in shipped(metadata).packages {
        if package.source.is_none() {
            continue;
        }
        let title = title(package);
        let files = licence_files(package)?;
        if files.is_empty() {
            let authors = package.authors.join(", ");
            without.push(format!("{title}, by {authors}"));
        }
        for file in files {
            let text = String::from_utf8_lossy(&fs::read(file)?).replace("\r\n", "\n");
            texts
                .entry(text.trim().to_owned())
                .or_default()
                .push(title.clone());
        }
    }
    for bundled in &BUNDLED {
        let text = bundled.text(metadata)?.replace("\r\n", "\n");
        let title = format!("{} ({})", bundled.name, bundled.licence);
        texts.entry(text.trim().to_owned()).or_default().push(title);
    }
    let mut notices = String::from(
        "formservice contains work of others. Each licence stands below what it is for.\n\
         SQLite, which is in it too, is in the public domain.\n\n\
         These packages come without a text of their licence:\n\n",
    );
    notices.extend(without.iter().map(|line| format!("  {line}\n")));
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|(one, one_for), (other, other_for)| (one_for, one).cmp(&(other_for, other)));
    for (text, titles) in texts {
        notices.push_str(RULE);
        notices.extend(titles.iter().map(|title| format!("{title}\n")));
        notices.push_str(&format!("\n{text}\n"));
    }
    Ok(notices)
}

fn title(package: &Package) -> String {
    let licence = package.license.as_deref().unwrap_or("see below");
    format!("{} {} ({licence})", package.name, package.version)
}

/// In the order of their names.
fn licence_files(package: &Package) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder(package))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if NAMES.iter().any(|known| name.starts_with(known)) && entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
