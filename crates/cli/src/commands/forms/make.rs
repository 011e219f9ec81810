//! `forms make`: the template of a definition.
//!
//! Beside a template stands the digest of what was made (`sha256sum --check` reads it): what has
//! another one was changed since, and there may be no other copy of that.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use sha2::{Digest as _, Sha256};

use crate::command_line::Configuration;
use crate::{CommandError, FormTools, Installation, terminal};

use super::form_folders;

/// Makes the template in a folder of a form type, or in all folders of a folder. Nothing is written
/// where anything is wrong.
pub(super) fn run<I: Installation>(
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
        match template_for(&folder) {
            Err(found) => faults.extend(found),
            Ok(template) if force || is_replaceable(&file, &template) => {
                made.push((file, template));
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
    for (file, template) in made {
        // The template first: cut between both, the same definition can be made again.
        replace(&file, &template)?;
        replace(&digest_file(&file), digest_line::<I>(&template).as_bytes())?;
        terminal::print_message(&format!("{}: made.", file.display()));
    }
    Ok(())
}

/// Whether nothing is lost where a new template takes the place of the file: there is none, or it
/// is the very same, or one that was made and nobody changed.
fn is_replaceable(file: &Path, template: &[u8]) -> bool {
    match fs::read(file) {
        Ok(present) => present == template || has_digest(file, &present),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

fn has_digest(file: &Path, present: &[u8]) -> bool {
    fs::read_to_string(digest_file(file))
        .is_ok_and(|line| line.split_whitespace().next() == Some(hex_digest(present).as_str()))
}

fn digest_file(file: &Path) -> PathBuf {
    file.with_added_extension("sha256")
}

/// As `sha256sum` writes it.
fn digest_line<T: FormTools>(template: &[u8]) -> String {
    format!("{}  {}\n", hex_digest(template), T::TEMPLATE_FILE)
}

fn hex_digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
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
