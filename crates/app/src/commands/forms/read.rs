//! `forms read`: what is filled in in a PDF.

use std::path::Path;

use anyhow::Context as _;
use usecases::{CpuWork, FormReading};

use crate::command_line::Forms;
use crate::failure::Failure;
use crate::{terminal, wiring};

use super::best_match::best_match;
use super::{catalogue, content, file_bytes, find, runtime};

/// Prints the data as JSON.
pub(crate) fn run(file: &Path, key: Option<&str>, forms: &Forms) -> Result<(), Failure> {
    let catalogue = catalogue(forms)?;
    let named = key.map(|key| find(&catalogue, key)).transpose()?;
    let content = content(file_bytes(file)?)?;
    let package = match named {
        Some(package) => package,
        None => {
            let package = best_match(&catalogue, &content).context("There are no form types")?;
            let form_type = &package.form_type;
            terminal::say(&format!(
                "Read as {} ({}); `--type` names another.",
                form_type.key, form_type.title
            ));
            package
        }
    };
    let data = runtime()?.block_on(async {
        let reader = wiring::form_reader().await?;
        let reading = FormReading::new(reader, wiring::form_writer(), CpuWork::new(1));
        Ok::<_, anyhow::Error>(reading.data(&package, content).await?)
    })?;
    let data = data.map_err(|refused| Failure::from_faults(refused.faults()))?;
    let json = serde_json::to_string_pretty(&data_json::to_json(&data.into_value()))?;
    Ok(terminal::print(&format!("{json}\n"))?)
}
