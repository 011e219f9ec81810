//! `forms read`: what is filled in in a PDF.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use bytes::Bytes;
use form_reading::expected_form::FormContentError;
use form_reading::recognition::{RecognitionError, best_match};
use ports::{FormPackage, UploadError};
use usecases::{FormCatalogue, FormFiles, WorkPools};

use crate::command_line::Forms;
use crate::{CommandError, FormLibrary, FormTools, ProgramSettings, terminal};

use super::{catalogue, content, file_bytes, find, runtime};

/// Prints the data as JSON.
pub(super) fn run<I: ProgramSettings + FormLibrary + FormTools>(
    file: &Path,
    key: Option<&str>,
    forms: &Forms,
) -> Result<(), CommandError> {
    let installation: I = forms.configuration.read()?;
    let catalogue = catalogue(&installation, forms)?;
    let pdf = Bytes::from(file_bytes(file)?);
    let package = match key {
        Some(key) => find(&catalogue, key)?,
        None => best_fit::<I>(&catalogue, pdf.clone())?,
    };
    let writer = installation.form_writer()?;
    let read = runtime()?.block_on(async {
        let reader = I::form_reader().await?;
        let (pools, forms) = (WorkPools::new(1, 1)?, Arc::new(catalogue));
        let form_files = FormFiles::new(Arc::clone(&reader), writer, pools, forms);
        let expected = form_files.expected(&package).await?;
        Ok::<_, anyhow::Error>(reader.read(pdf, expected).await?)
    })?;
    let data = read.map_err(refused)?;
    let json = serde_json::to_string_pretty(&data_json::to_json(&data.into_value()))?;
    Ok(terminal::print(&format!("{}\n", terminal::as_json(&json)))?)
}

/// The form type that a PDF is most likely of.
fn best_fit<T: FormTools>(
    catalogue: &FormCatalogue,
    pdf: Bytes,
) -> Result<Arc<FormPackage>, CommandError> {
    let content = content::<T>(pdf)?;
    let form_types = catalogue.list().iter().map(|package| &package.form_type);
    let form_type = best_match(&content, form_types).context("There are no form types")?;
    terminal::print_message(&format!(
        "Read as {} ({}); `--type` names another.",
        form_type.key, form_type.title
    ));
    find(catalogue, &form_type.key)
}

fn refused(error: UploadError) -> CommandError {
    match error {
        UploadError::File(error) => CommandError::Diagnosis(vec![error.to_string()]),
        UploadError::Content(FormContentError::ValuesWrong(error)) => {
            CommandError::from_faults(error.faults())
        }
        UploadError::Content(FormContentError::NotRecognised(error)) => {
            anyhow::anyhow!(sentence(&error)).into()
        }
    }
}

/// Why the PDF is not taken, and what would be right here.
fn sentence(error: &RecognitionError) -> String {
    match error {
        RecognitionError::WithoutText => error.to_string(),
        RecognitionError::NotThisForm { form_type } => format!(
            "No field and no label of {form_type} is in the PDF; without `--type` the form type \
                that fits best is taken."
        ),
        RecognitionError::OtherFormType { form_type, best } => {
            format!(
                "The PDF is a form of the type {best}, not of {form_type}: give `--type {best}`."
            )
        }
    }
}
