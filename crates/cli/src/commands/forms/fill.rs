//! `forms fill`: from data to a filled form.

use std::path::Path;

use data_json::JsonLimits;
use forms::{Data, validation};

use crate::command_line::{Forms, Output};
use crate::{CommandError, Installation, terminal};

use super::{catalogue, file_bytes, find};

/// Checks the data against the form type and writes the filled form.
pub(super) fn run<I: Installation>(
    key: &str,
    data: &Path,
    flatten: bool,
    output: &Output,
    forms: &Forms,
) -> Result<(), CommandError> {
    let package = find(&catalogue::<I>(forms)?, key)?;
    let value = data_json::parse(&file_bytes(data)?, JsonLimits::BODY)
        .map_err(|fault| CommandError::Diagnosis(vec![fault.to_string()]))?;
    let data = validation::merge(&package.form_type, &Data::default(), &value)
        .map_err(|faults| CommandError::from_faults(&faults))?;
    let pdf = I::form_writer().fill(&package, &data, flatten)?;
    Ok(terminal::write_pdf(&pdf, output.output.as_deref())?)
}
