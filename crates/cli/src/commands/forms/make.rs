//! `forms make`: the template of a definition.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;

use crate::{CommandError, FormTools, terminal};

use super::form_folders;

/// Makes the template in a folder of a form type, or in all folders of a folder. Nothing is written
/// where anything is wrong.
pub(super) fn run<T: FormTools>(dir: &Path) -> Result<(), CommandError> {
    let mut made = Vec::new();
    let mut faults = Vec::new();
    for folder in form_folders(dir, T::DEFINITION_FILE)? {
        match make::<T>(&folder) {
            Ok(template) => made.push((folder.join(T::TEMPLATE_FILE), template)),
            Err(found) => faults.extend(found),
        }
    }
    if !faults.is_empty() {
        return Err(CommandError::Diagnosis(faults));
    }
    for (file, template) in made {
        replace(&file, &template).with_context(|| format!("{} not written", file.display()))?;
        terminal::print_message(&format!("{}: made.", file.display()));
    }
    Ok(())
}

/// The template, unless one stands there that was made elsewhere: there may be no other copy of it.
fn make<T: FormTools>(folder: &Path) -> Result<Vec<u8>, Vec<String>> {
    let template = T::template_for(folder)?;
    let file = folder.join(T::TEMPLATE_FILE);
    let is_foreign = match fs::read(&file) {
        Ok(present) => !T::is_made(&present),
        Err(error) => error.kind() != std::io::ErrorKind::NotFound,
    };
    if is_foreign {
        return Err(vec![format!(
            "{}: was made elsewhere; move it away, and one is made from the definition",
            file.display()
        )]);
    }
    Ok(template)
}

/// Whole or not at all: a service may start from this folder.
fn replace(file: &Path, template: &[u8]) -> anyhow::Result<()> {
    let folder = file.parent().context("It stands in no folder")?;
    let mut whole = tempfile::Builder::new();
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    let mut whole = whole.permissions(permissions).tempfile_in(folder)?;
    whole.write_all(template)?;
    whole.as_file().sync_all()?;
    whole.persist(file)?;
    Ok(())
}
