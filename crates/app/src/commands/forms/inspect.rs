//! `forms inspect`: a definition for any fillable PDF.

use std::path::Path;

use crate::failure::Failure;
use crate::{terminal, wiring};

use super::{content, file_bytes};

/// Prints `form.toml` for the PDF.
pub(crate) fn run(file: &Path) -> Result<(), Failure> {
    let content = content(file_bytes(file)?)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let Some(definition) = wiring::definition_of(&name, &content) else {
        let sentence = "The PDF has no fields that could be filled in, so it cannot be a template.";
        return Err(Failure::Diagnosis(vec![sentence.to_owned()]));
    };
    Ok(terminal::print(&definition)?)
}
