//! `forms blank`: the template of a form type.

use crate::command_line::{Forms, Output};
use crate::{CommandError, FormLibrary, ProgramSettings, terminal};

use super::{catalogue, find};

/// Writes the template.
pub(super) fn run<I: ProgramSettings + FormLibrary>(
    key: &str,
    output: &Output,
    forms: &Forms,
) -> Result<(), CommandError> {
    let installation: I = forms.configuration.read()?;
    let package = find(&catalogue(&installation, forms)?, key)?;
    Ok(terminal::write_pdf(
        &package.template,
        output.output.as_deref(),
    )?)
}
