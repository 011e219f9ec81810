//! `forms preview`: a template in which every field says which one it is.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use ports::{FormOutput, FormPackage};

use super::fields;
use super::pictures::{self, PicturesOutcome};
use crate::command_line::{Configuration, Output};
use crate::{CommandError, FormLibrary, FormTools, ProgramSettings, terminal};

const NO_PICTURES: &str = "No pictures of the pages: pdftoppm cannot draw them beside the file.";

const NO_PROGRAM: &str = "\
No pictures of the pages: pdftoppm is not installed (Debian: apt-get install poppler-utils).";

/// Fills the template in a folder of a form type with the paths of its fields. Beside a file it
/// draws the pages, where it can. The template may come from anybody, so it is filled only when a
/// confined worker could read it.
pub(super) fn run<I: ProgramSettings + FormLibrary + FormTools>(
    dir: &Path,
    output: &Output,
    configuration: &Configuration,
) -> Result<(), CommandError> {
    let installation: I = configuration.read()?;
    let package = I::form_in(dir).map_err(CommandError::Diagnosis)?;
    fields::<I>(package.template.clone())?;
    let (form_type, data) = forms::preview::preview(&package.form_type);
    let package = FormPackage::new(form_type, Bytes::new(), package.template);
    let writer = installation.form_writer()?;
    let pdf = writer.fill(&Arc::new(package), &data, FormOutput::Fillable)?;
    terminal::write_pdf(&pdf, output.output.as_deref())?;
    if let Some(file) = &output.output {
        match pictures::draw(file)? {
            PicturesOutcome::Drawn => {}
            PicturesOutcome::NoProgram => terminal::print_message(NO_PROGRAM),
            PicturesOutcome::Failed => terminal::print_message(NO_PICTURES),
        }
    }
    Ok(())
}
