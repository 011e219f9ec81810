//! Form types and filled forms.

use std::path::Path;
use std::sync::Arc;

use cli::{CommandError, FormLibrary, FormTools, TemplateMaker};
use forms::FormContent;
use forms_toml::{DEFINITION_FILE, FormTypeError, TEMPLATE_FILE, TomlFormParser};
use pdf_write::{AddedFonts, TemplateFiller};
use ports::{FormPackage, FormParser, FormReader, FormWriter};
use usecases::FormCatalogue;

use crate::settings::Settings;
use crate::wiring::templates::{sentence, unfillable};
use crate::wiring::workers;

impl FormLibrary for Settings {
    fn forms_dir(&self) -> Option<&Path> {
        self.forms.as_deref()
    }

    fn form_types(&self, folder: Option<&Path>) -> Result<FormCatalogue, CommandError> {
        forms_toml::load_all(folder.or(self.forms.as_deref()))
            .map(FormCatalogue::new)
            .map_err(|faults| CommandError::Configuration(faults.into_sentences()))
    }

    fn form_writer(&self) -> Result<Arc<dyn FormWriter>, CommandError> {
        Ok(Arc::new(TemplateFiller::with_fonts(self.fonts.build()?)))
    }

    fn template_maker(&self) -> Result<TemplateMaker, CommandError> {
        let fonts = self.fonts.build()?;
        Ok(Box::new(move |folder| template_for(folder, &fonts)))
    }
}

impl FormTools for Settings {
    const DEFINITION_FILE: &str = DEFINITION_FILE;
    const TEMPLATE_FILE: &str = TEMPLATE_FILE;

    fn form_in(folder: &Path) -> Result<FormPackage, Vec<String>> {
        forms_toml::load_folder(folder).map_err(FormTypeError::into_sentences)
    }

    fn definition_of(name: &str, template: &FormContent) -> Option<String> {
        forms_toml::inspect(name, template)
    }

    fn disagreements(package: &FormPackage, template: &FormContent) -> Vec<String> {
        let faults = forms_toml::check(package, template).into_iter();
        let reason = unfillable(package).map(|reason| format!("{TEMPLATE_FILE}: {reason}"));
        faults.map(|fault| sentence(&fault)).chain(reason).collect()
    }

    fn form_parser() -> Arc<dyn FormParser> {
        Arc::new(TomlFormParser)
    }

    async fn form_reader() -> anyhow::Result<Arc<dyn FormReader>> {
        Ok(Arc::new(workers::form_reader().await?))
    }
}

/// The blank form for the definition in a folder, or all that is wrong with it.
fn template_for(folder: &Path, fonts: &AddedFonts) -> Result<Vec<u8>, Vec<String>> {
    let definition = forms_toml::load_definition(folder);
    let (form_type, _) = definition.map_err(FormTypeError::into_sentences)?;
    if !form_type.names.is_empty() {
        let sentence = "[names] belongs to a template that was made elsewhere: take it out, \
            and one is made from the definition";
        return Err(vec![format!("{DEFINITION_FILE}: {sentence}")]);
    }
    pdf_write::blank_template(&form_type, fonts).map_err(|error| vec![error.to_string()])
}
