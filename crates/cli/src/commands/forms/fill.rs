//! `forms fill`: from data to a filled form, or to the report on it.

use std::path::Path;
use std::sync::Arc;

use data_json::JsonLimits;
use domain::client_network::ClientNetwork;
use forms::{Data, validation};
use ports::{FormOutput, FormPackage};
use usecases::{FilledFormReport, FormFiles, ReadBackOutcome, WorkPools};

use crate::command_line::{Forms, Output};
use crate::{CommandError, FormLibrary, FormTools, ProgramSettings, terminal};

use super::{catalogue, file_bytes, find, runtime};

/// Checks the data against the form type and writes the filled form.
pub(super) fn run<I: ProgramSettings + FormLibrary>(
    key: &str,
    data: &Path,
    flatten: bool,
    output: &Output,
    forms: &Forms,
) -> Result<(), CommandError> {
    let installation: I = forms.configuration.read()?;
    let package = find(&catalogue(&installation, forms)?, key)?;
    let data = data_in(data, &package)?;
    let form = match flatten {
        true => FormOutput::Flat,
        false => FormOutput::Fillable,
    };
    let pdf = installation.form_writer()?.fill(&package, &data, form)?;
    Ok(terminal::write_pdf(&pdf, output.output.as_deref())?)
}

/// Checks the data, fills the form, and prints where each value stands and what is read back.
pub(super) fn report<I: ProgramSettings + FormLibrary + FormTools>(
    key: &str,
    data: &Path,
    output: &Output,
    forms: &Forms,
) -> Result<(), CommandError> {
    let installation: I = forms.configuration.read()?;
    let catalogue = catalogue(&installation, forms)?;
    let package = find(&catalogue, key)?;
    let data = data_in(data, &package)?;
    let writer = installation.form_writer()?;
    let (pdf, report) = runtime()?.block_on(async {
        let reader = I::form_reader().await?;
        let pools = WorkPools::new(1, 1)?;
        let form_files = FormFiles::new(reader, writer, pools, Arc::new(catalogue));
        let filled = form_files.fill_reported(ClientNetwork::NOBODY, &package, data);
        Ok::<_, anyhow::Error>(filled.await?)
    })?;
    if let Some(file) = &output.output {
        terminal::write_file(file, &pdf)?;
    }
    let json = serde_json::to_string_pretty(&http_api::fill_report_json(&report)?)?;
    terminal::print(&format!("{}\n", terminal::as_json(&json)))?;
    match mistakes(&report) {
        none if none.is_empty() => Ok(()),
        mistakes => Err(CommandError::Diagnosis(mistakes)),
    }
}

fn data_in(file: &Path, package: &FormPackage) -> Result<Data, CommandError> {
    let value = data_json::parse(&file_bytes(file)?, JsonLimits::BODY)
        .map_err(|fault| CommandError::Diagnosis(vec![fault.to_string()]))?;
    validation::merge(&package.form_type, &Data::default(), &value)
        .map_err(|faults| CommandError::from_faults(&faults))
}

/// The mistakes that a report names, a sentence each.
fn mistakes(report: &FilledFormReport) -> Vec<String> {
    let mut mistakes = Vec::new();
    for value in &report.placed.values {
        if !value.is_shown() {
            mistakes.push(format!(
                "{}: nobody sees it in the filled form.",
                value.path
            ));
        }
        for character in &value.missing_characters {
            let code = u32::from(*character);
            mistakes.push(format!(
                "{}: no font has the character U+{code:04X}.",
                value.path
            ));
        }
    }
    match &report.read_back {
        ReadBackOutcome::Same => {}
        ReadBackOutcome::Different(differences) => {
            let differs = |path: &str| format!("{path}: it does not read back as it was written.");
            let paths = differences.iter().map(|difference| &difference.path);
            mistakes.extend(paths.map(|path| differs(path)));
        }
        ReadBackOutcome::Refused(error) => {
            mistakes.push(format!(
                "The filled form would be refused as an upload: {error}"
            ));
        }
    }
    mistakes
}
