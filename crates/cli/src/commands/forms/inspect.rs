//! `forms inspect`: a definition for any fillable PDF.

use std::path::Path;

use crate::{CommandError, FormTools, terminal};

use super::{fields, file_bytes};

/// Prints `form.toml` for the PDF.
pub(super) fn run<T: FormTools>(file: &Path) -> Result<(), CommandError> {
    let content = fields::<T>(file_bytes(file)?)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let Some(definition) = T::definition_of(&name, &content) else {
        let sentence = "The PDF has no fields that could be filled in, so it cannot be a template.";
        return Err(CommandError::Diagnosis(vec![sentence.to_owned()]));
    };
    Ok(terminal::print(&definition)?)
}
