//! `forms check`: does a definition agree with its template?

use std::path::Path;

use crate::{CommandError, FormTools, terminal};

use super::made_template::is_outdated;
use super::{OUTDATED, fields, folder_file, form_folders};

/// Names every disagreement in a folder of a form type, or in all folders of a folder.
pub(super) fn run<T: FormTools>(dir: &Path) -> Result<(), CommandError> {
    let folders = form_folders(dir, T::DEFINITION_FILE)?;
    let mut faults = Vec::new();
    for folder in &folders {
        let found = check::<T>(folder)?;
        if found.is_empty() {
            terminal::print_message(&agreement::<T>(folder));
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

/// What is said of a folder in which nothing is wrong.
fn agreement<T: FormTools>(folder: &Path) -> String {
    let template = folder_file::read(&folder.join(T::TEMPLATE_FILE)).unwrap_or_default();
    let more = match is_outdated::<T>(folder, &template) {
        true => format!(", but {OUTDATED}"),
        false => String::new(),
    };
    format!("{}: definition and template agree{more}.", folder.display())
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
