//! `forms read`: what is filled in in a PDF.

use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use domain::client_network::ClientNetwork;
use forms::expected_form::FormContentError;
use forms::recognition::{RecognitionError, best_match};
use usecases::{FormReading, WorkPools};

use crate::command_line::Forms;
use crate::{CommandError, Installation, terminal};

use super::{catalogue, content, file_bytes, find, runtime};

/// Prints the data as JSON.
pub(super) fn run<I: Installation>(
    file: &Path,
    key: Option<&str>,
    forms: &Forms,
) -> Result<(), CommandError> {
    let installation: I = forms.configuration.read()?;
    let catalogue = catalogue(&installation, forms)?;
    let named = key.map(|key| find(&catalogue, key)).transpose()?;
    let content = content::<I>(file_bytes(file)?)?;
    let package = match named {
        Some(package) => package,
        None => {
            let form_types = catalogue.list().iter().map(|package| &package.form_type);
            let form_type = best_match(&content, form_types).context("There are no form types")?;
            terminal::print_message(&format!(
                "Read as {} ({}); `--type` names another.",
                form_type.key, form_type.title
            ));
            find(&catalogue, &form_type.key)?
        }
    };
    let nobody = ClientNetwork::of(Ipv4Addr::UNSPECIFIED.into());
    let writer = installation.form_writer()?;
    let expected = runtime()?.block_on(async {
        let reader = I::form_reader().await?;
        let pools = WorkPools::new(1, 1);
        let reading = FormReading::new(reader, writer, pools, Arc::new(catalogue));
        Ok::<_, anyhow::Error>(reading.expected(nobody, &package).await?)
    })?;
    let data = expected.data(&content).map_err(|refused| match refused {
        FormContentError::ValuesWrong(error) => CommandError::from_faults(error.faults()),
        FormContentError::NotRecognised(error) => anyhow::anyhow!(sentence(&error)).into(),
    })?;
    let json = serde_json::to_string_pretty(&data_json::to_json(&data.into_value()))?;
    Ok(terminal::print(&format!("{json}\n"))?)
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
