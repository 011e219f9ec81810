//! Where the programs of the servers are.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Fallible;

/// The folder with all of these programs: of the given ones the first that has them, else one of
/// those in `PATH`.
pub(crate) fn folder_with(
    programs: &[&str],
    folders: Vec<PathBuf>,
    install: &str,
) -> Fallible<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = folders.into_iter().chain(std::env::split_paths(&path));
    folders
        .find(|folder| programs.iter().all(|name| folder.join(name).is_file()))
        .ok_or_else(|| {
            format!(
                "{} is missing. Install it: {install}",
                programs.join(" or ")
            )
            .into()
        })
}

/// Runs a program to its end and gives what it said; an error says it as well.
pub(crate) fn finished(command: &mut Command) -> Fallible<String> {
    let output = command
        .output()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let said = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        return Ok(said.into_owned());
    }
    let error = String::from_utf8_lossy(&output.stderr);
    let program = Path::new(command.get_program()).display();
    Err(format!("{program} failed: {said}{error}").into())
}
