//! Form types and filled forms: those that are configured, and tools that need no configuration.

use std::path::Path;
use std::sync::Arc;

use forms::FormContent;
use ports::{FormPackage, FormParser, FormReader, FormWriter};
use usecases::FormCatalogue;

use crate::CommandError;

/// The configured form types and fonts.
pub trait FormLibrary {
    /// The folder of own form types, if one is configured.
    fn forms_dir(&self) -> Option<&Path>;

    /// The built-in form types and those in a folder: this one, or else the configured one.
    fn form_types(&self, folder: Option<&Path>) -> Result<FormCatalogue, CommandError>;

    /// The writer of filled forms, with the fonts that were added. These stay in memory: call it
    /// once in a process.
    fn form_writer(&self) -> Result<Arc<dyn FormWriter>, CommandError>;

    /// The maker of blank forms, with the same fonts: call it once in a process.
    fn template_maker(&self) -> Result<TemplateMaker, CommandError>;
}

/// Tools for form types and filled forms, without a server.
pub trait FormTools {
    /// The file in the folder of a form type that defines it.
    const DEFINITION_FILE: &str;

    /// The form type in a folder, or all faults, a sentence each.
    fn form_in(folder: &Path) -> Result<FormPackage, Vec<String>>;

    /// The file in the folder of a form type that is its blank form.
    const TEMPLATE_FILE: &str;

    /// A definition for a fillable PDF; `None` where it has no fields.
    fn definition_of(name: &str, template: &FormContent) -> Option<String>;

    /// The disagreements of definition and template, a sentence each.
    fn disagreements(package: &FormPackage, template: &FormContent) -> Vec<String>;

    /// What understands stored definitions.
    fn form_parser() -> Arc<dyn FormParser>;

    /// A reader whose workers are this very program; one is tried. Must run in a tokio runtime.
    fn form_reader() -> impl Future<Output = anyhow::Result<Arc<dyn FormReader>>>;
}

/// Makes a blank form for the definition in a folder, or answers all faults, a sentence each.
pub type TemplateMaker = Box<dyn Fn(&Path) -> Result<Vec<u8>, Vec<String>>>;
