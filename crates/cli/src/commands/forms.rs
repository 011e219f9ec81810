//! `forms`: work with form types and filled forms, without a server.

mod blank;
mod check;
mod fill;
mod folder_file;
mod inspect;
mod list;
mod made_template;
mod make;
mod pictures;
mod preview;
mod read;

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use bytes::Bytes;
use forms::FormContent;
use ports::FormPackage;
use usecases::FormCatalogue;

use crate::command_line::{Forms, FormsCommand};
use crate::{CommandError, ExistingStorage, FormLibrary, FormTools, ProgramSettings};

use super::runtime;

/// What a file of a form may have: more than any form, less than memory.
const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// What is wrong with a template that was made of an earlier definition.
const OUTDATED: &str = "form.toml has changed since the template was made of it: `formservice \
    forms make` makes it anew, with the present labels and version";

/// Does what the words below `forms` say.
pub(crate) fn run<I>(command: &FormsCommand) -> Result<(), CommandError>
where
    I: ProgramSettings + FormLibrary + FormTools + ExistingStorage,
{
    match command {
        FormsCommand::Inspect { file } => inspect::run::<I>(file),
        FormsCommand::Check { dir } => check::run::<I>(dir),
        FormsCommand::Make {
            dir,
            force,
            configuration,
        } => make::run::<I>(dir, *force, configuration),
        FormsCommand::Preview {
            dir,
            output,
            configuration,
        } => preview::run::<I>(dir, output, configuration),
        FormsCommand::List(forms) => list::run::<I>(forms),
        FormsCommand::Blank {
            r#type,
            output,
            forms,
        } => blank::run::<I>(r#type, output, forms),
        FormsCommand::Read {
            file,
            r#type,
            forms,
        } => read::run::<I>(file, r#type.as_deref(), forms),
        FormsCommand::Fill {
            r#type,
            data,
            flatten,
            report,
            output,
            forms,
        } => match report {
            true => fill::report::<I>(r#type, data, output, forms),
            false => fill::run::<I>(r#type, data, *flatten, output, forms),
        },
    }
}

/// Templates in a folder of form types that were made of an earlier definition, a sentence each.
pub(super) fn outdated_templates<T: FormTools>(dir: &Path) -> Vec<String> {
    // What keeps the service from serving them is told where they are read.
    let folders = form_folders(dir, T::DEFINITION_FILE).unwrap_or_default();
    let sentences = folders.iter().filter_map(|folder| {
        let template = folder_file::read(&folder.join(T::TEMPLATE_FILE)).ok()?;
        let name = folder.file_name()?.display();
        made_template::is_outdated::<T>(folder, &template)
            .then(|| format!("Form folder {name}: {OUTDATED}."))
    });
    sentences.collect()
}

/// A folder of a form type, or all folders in a folder.
fn form_folders(dir: &Path, definition_file: &str) -> anyhow::Result<Vec<PathBuf>> {
    anyhow::ensure!(
        !dir.is_file(),
        "{} is a file: give the folder that it is in.",
        dir.display()
    );
    let mut folders = vec![dir.to_owned()];
    if !dir.join(definition_file).exists() {
        folders = fs::read_dir(dir)
            .and_then(|entries| {
                entries
                    .map(|entry| entry.map(|entry| entry.path()))
                    .collect()
            })
            .with_context(|| format!("{} cannot be read", dir.display()))?;
        folders.retain(|path| path.is_dir());
        folders.sort();
    }
    anyhow::ensure!(
        !folders.is_empty(),
        "{} holds neither `form.toml` nor folders of form types.",
        dir.display()
    );
    Ok(folders)
}

/// The form types that the service would know.
fn catalogue(library: &impl FormLibrary, forms: &Forms) -> Result<FormCatalogue, CommandError> {
    library.form_types(forms.forms_dir.as_deref())
}

fn find(catalogue: &FormCatalogue, key: &str) -> Result<Arc<FormPackage>, CommandError> {
    catalogue.find(key).cloned().ok_or_else(|| {
        let known = catalogue.keys().join(", ");
        CommandError::Other(anyhow::anyhow!(
            "There is no form type `{key}`; there are: {known}."
        ))
    })
}

/// A file of bounded size; `-` is standard input.
fn file_bytes(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        let stdin = std::io::stdin().lock();
        stdin.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|file| file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("{} cannot be read", file.display()))?;
    anyhow::ensure!(
        bytes.len() as u64 <= FILE_BYTES_MAX,
        "{} is too large: at most {FILE_BYTES_MAX} bytes are taken.",
        file.display()
    );
    Ok(bytes)
}

/// What a PDF holds, whichever form it is.
fn content<T: FormTools>(pdf: impl Into<Bytes>) -> Result<FormContent, CommandError> {
    let pdf = pdf.into();
    let read = runtime()?.block_on(async {
        let reader = T::form_reader().await?;
        reader.content(pdf).await.map_err(anyhow::Error::from)
    })?;
    read.map_err(|refused| CommandError::Diagnosis(vec![refused.to_string()]))
}

/// The fields of a PDF that is to be a template.
fn fields<T: FormTools>(pdf: impl Into<Bytes>) -> Result<FormContent, CommandError> {
    let pdf = pdf.into();
    let read = runtime()?.block_on(async {
        let reader = T::form_reader().await?;
        reader.fields(pdf).await.map_err(anyhow::Error::from)
    })?;
    read.map_err(|refused| CommandError::Diagnosis(vec![refused.to_string()]))
}
