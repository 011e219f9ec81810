//! `forms blank`: the template of a form type.

use crate::command_line::{Forms, Output};
use crate::failure::Failure;
use crate::terminal;

use super::{catalogue, find};

/// Writes the template.
pub(crate) fn run(key: &str, output: &Output, forms: &Forms) -> Result<(), Failure> {
    let package = find(&catalogue(forms)?, key)?;
    Ok(terminal::put_pdf(
        &package.template,
        output.output.as_deref(),
    )?)
}
