//! `forms make`: the template of a definition.
//!
//! Beside a template stands the digest of what was made: what has another one was changed since,
//! and there may be no other copy of that.

use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::Context as _;

use crate::command_line::Configuration;
use crate::{CommandError, FormLibrary, FormTools, ProgramSettings, terminal};

use super::made_template::{digest_file, digest_lines, is_made};
use super::{folder_file, form_folders};

/// Makes the template in a folder of a form type, or in all folders of a folder. Nothing is written
/// where anything is wrong.
pub(super) fn run<I: ProgramSettings + FormLibrary + FormTools>(
    dir: &Path,
    force: bool,
    configuration: &Configuration,
) -> Result<(), CommandError> {
    let installation: I = configuration.read()?;
    let template_for = installation.template_maker()?;
    let mut made = Vec::new();
    let mut faults = Vec::new();
    for folder in form_folders(dir, I::DEFINITION_FILE)? {
        let file = folder.join(I::TEMPLATE_FILE);
        // Before it is made, so that a later change shows.
        let definition = folder_file::read(&folder.join(I::DEFINITION_FILE)).unwrap_or_default();
        match template_for(&folder) {
            Err(found) => faults.extend(found),
            Ok(template) if force || is_replaceable(&file, &template) => {
                made.push((file, template, definition));
            }
            Ok(_) => faults.push(format!(
                "{}: was made elsewhere, or changed since it was made; move it away, or have it \
                 replaced with --force",
                file.display()
            )),
        }
    }
    if !faults.is_empty() {
        return Err(CommandError::Diagnosis(faults));
    }
    for (file, template, definition) in made {
        // The template first: cut between both, the same definition can be made again.
        replace(&file, &template)?;
        let digests = digest_lines::<I>(&template, &definition);
        replace(&digest_file(&file), digests.as_bytes())?;
        terminal::print_message(&format!("{}: made.", file.display()));
    }
    Ok(())
}

/// Whether nothing is lost where a new template takes the place of the file: there is none, or it
/// is the very same, or one that was made and nobody changed.
fn is_replaceable(file: &Path, template: &[u8]) -> bool {
    match folder_file::read(file) {
        Ok(present) => present == template || is_made(file, &present),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Replaces a file atomically: a service may start from this folder meanwhile.
fn replace(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let write = || {
        let folder = file.parent().context("It stands in no folder")?;
        let mut whole = tempfile::Builder::new();
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o644);
        let mut whole = whole.permissions(permissions).tempfile_in(folder)?;
        whole.write_all(content)?;
        whole.as_file().sync_all()?;
        whole.persist(file)?;
        anyhow::Ok(())
    };
    write().with_context(|| format!("{} not written", file.display()))
}
