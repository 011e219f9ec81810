//! `forms fill`: from data to a filled form.

use std::path::Path;

use data_json::JsonLimits;
use forms::{Data, validation};

use crate::command_line::{Forms, Output};
use crate::failure::Failure;
use crate::{terminal, wiring};

use super::{catalogue, file_bytes, find};

/// Checks the data against the form type and writes the filled form.
pub(crate) fn run(
    key: &str,
    data: &Path,
    flatten: bool,
    output: &Output,
    forms: &Forms,
) -> Result<(), Failure> {
    let package = find(&catalogue(forms)?, key)?;
    let value = data_json::parse(&file_bytes(data)?, JsonLimits::BODY)
        .map_err(|fault| Failure::Diagnosis(vec![fault.to_string()]))?;
    let data = validation::merge(&package.form_type, &Data::default(), &value)
        .map_err(|faults| Failure::from_faults(&faults))?;
    let pdf = wiring::form_writer().fill(&package, &data, flatten)?;
    Ok(terminal::put_pdf(&pdf, output.output.as_deref())?)
}
