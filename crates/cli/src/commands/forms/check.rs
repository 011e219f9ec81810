//! `forms check`: does a definition agree with its template?

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::{CommandError, FormTools, terminal};

use super::fields;

/// Names every disagreement in a folder of a form type, or in all folders of a folder.
pub(super) fn run<T: FormTools>(dir: &Path) -> Result<(), CommandError> {
    let folders = folders(dir, T::DEFINITION_FILE)?;
    let mut faults = Vec::new();
    for folder in &folders {
        let found = check::<T>(folder)?;
        if found.is_empty() {
            terminal::print_message(&format!(
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
        Err(CommandError::Diagnosis(faults))
    }
}

/// What is wrong in one folder. Only what has nothing to do with the folder is an error.
fn check<T: FormTools>(folder: &Path) -> Result<Vec<String>, CommandError> {
    let package = match T::form_in(folder) {
        Ok(package) => package,
        Err(faults) => return Ok(faults),
    };
    match fields::<T>(package.template.clone()) {
        Ok(content) => Ok(T::disagreements(&package, &content)),
        Err(CommandError::Diagnosis(faults)) => Ok(faults),
        Err(error) => Err(error),
    }
}

fn folders(dir: &Path, definition_file: &str) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders = vec![dir.to_owned()];
    if !dir.join(definition_file).exists() {
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
