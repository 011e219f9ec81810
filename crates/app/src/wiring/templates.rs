//! The templates of own form types are looked at before the service starts: what is stored with the
//! first application of a version stays.

use std::sync::Arc;

use cli::{CommandError, FormLibrary as _};
use forms::Fault;
use forms_toml::TEMPLATE_FILE;
use pdf_sandbox::SandboxedReader;
use pdf_write::TemplateFiller;
use ports::{FormOutput, FormPackage, FormReader as _, FormWriter as _};
use usecases::FormCatalogue;

use crate::settings::Settings;

/// The form types that are served.
pub(super) async fn form_types(
    settings: &Settings,
    reader: &SandboxedReader,
) -> Result<FormCatalogue, CommandError> {
    let forms = settings.form_types(None)?;
    if settings.forms.is_some() {
        look_at(&forms, reader).await?;
    }
    Ok(forms)
}

/// Refuses templates that cannot be read or filled, and tells where a definition names what its
/// template does not have. The built-in ones are as they were built.
async fn look_at(forms: &FormCatalogue, reader: &SandboxedReader) -> Result<(), CommandError> {
    let builtin = forms_toml::builtin().map_err(|faults| faults.into_sentences());
    let builtin = builtin.map_err(CommandError::Configuration)?;
    let is_own = |template| builtin.iter().all(|builtin| builtin.template != template);
    let mut refused = Vec::new();
    for package in forms
        .list()
        .iter()
        .filter(|package| is_own(&package.template))
    {
        let key = &package.form_type.key;
        match reader.fields(package.template.clone()).await? {
            Ok(content) => {
                let reason = unfillable(package).into_iter();
                refused.extend(reason.map(|reason| format!("The form type {key}: {reason}.")));
                for fault in forms_toml::check(package, &content) {
                    tracing::warn!(form_type = %key, "{}", sentence(&fault));
                }
            }
            Err(reason) => refused.push(format!(
                "The form type {key} has a {TEMPLATE_FILE} that is no form. {reason}"
            )),
        }
    }
    if refused.is_empty() {
        Ok(())
    } else {
        Err(CommandError::Configuration(refused))
    }
}

/// What is wrong with a template, and with which of its fields.
pub(super) fn sentence(fault: &Fault) -> String {
    let Fault { path, problem } = fault;
    match path.is_empty() {
        true => format!("{TEMPLATE_FILE}: {problem}"),
        false => format!("{TEMPLATE_FILE}: {path}: {problem}"),
    }
}

/// Why the template of a form type cannot be filled, if so. It may be read all the same: writing
/// needs objects of it that reading does not.
pub(super) fn unfillable(package: &FormPackage) -> Option<String> {
    let filled = TemplateFiller::default().blank(&Arc::new(package.clone()), FormOutput::Fillable);
    filled.err().map(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use forms::FormContent;
    use forms::form_content::PrintedPages;

    use super::*;

    #[test]
    fn a_sentence_names_the_template_once() {
        let package = &forms_toml::builtin().unwrap()[0];
        let without_fields = FormContent::Text(PrintedPages::default());
        let faults = forms_toml::check(package, &without_fields);
        let sentences: Vec<String> = faults.iter().map(sentence).collect();
        let expected = "template.pdf: has no form fields, make it fillable";
        assert_eq!(sentences, [expected]);
        let fault = Fault::new("name", "has no field in the template");
        let expected = "template.pdf: name: has no field in the template";
        assert_eq!(sentence(&fault), expected);
    }

    #[test]
    fn a_template_that_cannot_be_filled_is_named_and_the_built_in_ones_can() {
        for package in forms_toml::builtin().unwrap() {
            assert_eq!(unfillable(&package), None);
            let cut = package.template.slice(..100);
            let package = FormPackage::new(package.form_type, Bytes::new(), cut);
            assert!(unfillable(&package).unwrap().contains("cannot be filled"));
        }
    }
}
