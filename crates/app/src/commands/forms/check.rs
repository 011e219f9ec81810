//! `forms check`: does a definition agree with its template?

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::failure::Failure;
use crate::{terminal, wiring};

use super::content;

/// Names every disagreement in a folder of a form type, or in all folders of a folder.
pub(crate) fn run(dir: &Path) -> Result<(), Failure> {
    let folders = folders(dir)?;
    let mut faults = Vec::new();
    for folder in &folders {
        let found = check(folder)?;
        if found.is_empty() {
            terminal::say(&format!(
                "{}: definition and template agree.",
                folder.display()
            ));
        }
        faults.extend(
            found
                .into_iter()
                .map(|fault| format!("{}: {fault}", folder.display())),
        );
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(Failure::Diagnosis(faults))
    }
}

/// What is wrong in one folder. Only what has nothing to do with the folder is an error.
fn check(folder: &Path) -> Result<Vec<String>, Failure> {
    let package = match wiring::folder(folder) {
        Ok(package) => package,
        Err(faults) => return Ok(faults),
    };
    match content(package.template.clone()) {
        Ok(content) => Ok(wiring::disagreements(&package, &content)),
        Err(Failure::Diagnosis(faults)) => Ok(faults),
        Err(failure) => Err(failure),
    }
}

fn folders(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = vec![dir.to_owned()];
    if !dir.join(wiring::DEFINITION_FILE).exists() {
        folders = fs::read_dir(dir)
            .and_then(|entries| {
                entries
                    .map(|entry| entry.map(|entry| entry.path()))
                    .collect()
            })
            .with_context(|| format!("{} cannot be read", dir.display()))?;
        folders.retain(|path| path.is_dir());
        folders.sort();
    }
    anyhow::ensure!(
        !folders.is_empty(),
        "{} holds neither `form.toml` nor folders of form types.",
        dir.display()
    );
    Ok(folders)
}
