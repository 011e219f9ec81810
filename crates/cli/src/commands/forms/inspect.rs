//! `forms inspect`: a definition for any fillable PDF.

use std::path::Path;

use crate::{CommandError, FormTools, terminal};

use super::{fields, file_bytes};

/// Prints `form.toml` for the PDF.
pub(super) fn run<T: FormTools>(file: &Path) -> Result<(), CommandError> {
    let content = fields::<T>(file_bytes(file)?)?;
    let Some(definition) = T::definition_of(&name::<T>(file), &content) else {
        let sentence = "The PDF has no fields that could be filled in, so it cannot be a template.";
        return Err(CommandError::Diagnosis(vec![sentence.to_owned()]));
    };
    Ok(terminal::print(&terminal::as_toml(&definition))?)
}

/// What the form type is called after: the file, or its folder where it lies there as the template.
fn name<T: FormTools>(file: &Path) -> String {
    let is_template = file
        .file_name()
        .is_some_and(|name| name == T::TEMPLATE_FILE);
    let absolute = std::path::absolute(file).ok().filter(|_| is_template);
    let folder = absolute.as_deref().and_then(Path::parent);
    let name = folder.and_then(Path::file_name).or(file.file_stem());
    name.unwrap_or_default().to_string_lossy().into_owned()
}
