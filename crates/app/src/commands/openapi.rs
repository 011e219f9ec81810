//! `openapi`: the document that the service answers at `/openapi.json`.

use crate::command_line::Configuration;
use crate::failure::Failure;
use crate::{terminal, wiring};

use super::settings;

/// Prints it, indented.
pub(crate) fn run(configuration: &Configuration) -> Result<(), Failure> {
    let settings = settings(configuration)?;
    let forms = wiring::form_types(settings.forms.as_deref())?;
    let document = http_api::document(&wiring::http_settings(&settings), &forms);
    Ok(terminal::print(&format!("{document:#}\n"))?)
}
