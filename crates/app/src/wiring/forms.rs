//! Form types as folders.

use std::path::Path;

use forms::FormContent;
use forms_toml::{FormTypeError, TEMPLATE_FILE};
use ports::FormPackage;
use usecases::FormCatalogue;

use crate::failure::Failure;

pub(crate) use forms_toml::{DEFINITION_FILE, inspect as definition_of};

/// The built-in form types and those of a folder of folders. What is wrong with one of them is
/// wrong configuration.
pub(crate) fn form_types(directory: Option<&Path>) -> Result<FormCatalogue, Failure> {
    forms_toml::load_all(directory)
        .map(FormCatalogue::new)
        .map_err(|faults| Failure::Configuration(faults.into_sentences()))
}

/// The form type in a folder, or all that is wrong with it.
pub(crate) fn folder(folder: &Path) -> Result<FormPackage, Vec<String>> {
    forms_toml::load_folder(folder).map_err(FormTypeError::into_sentences)
}

/// Where definition and template differ.
pub(crate) fn disagreements(package: &FormPackage, template: &FormContent) -> Vec<String> {
    forms_toml::check(package, template)
        .into_iter()
        .map(|fault| format!("{TEMPLATE_FILE}: {}: {}", fault.path, fault.problem))
        .collect()
}
