//! What the commands get for the settings.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use cli::{
    CommandError, FormTools, Installation, LogFormat, ServeSettings, Service, TemplateMaker,
    terminal,
};
use forms::FormContent;
use forms_toml::{DEFINITION_FILE, FormTypeError, TEMPLATE_FILE, TomlFormParser};
use http_api::MinimumRate;
use pdf_write::{AddedFonts, TemplateFiller};
use ports::{
    BlobStore, Clock, Database, FormPackage, FormParser, FormReader, FormWriter, RequestLimiter,
    Scanner, Store,
};
use tracing::Level;
use usecases::{FormCatalogue, Storage, StorageLimits};

use crate::adapters::database::{DatabaseSettings, migrated, refuse_older};
use crate::adapters::lost_rows;
use crate::adapters::master_keys::{KEY_BYTES_MAX, hash_key, warning_of_key_left};
use crate::clock::SystemClock;
use crate::logging;
use crate::settings::Settings;
use crate::settings::log::LogSettings;
use crate::settings::storage::configuration_in;
use crate::wiring::templates::{sentence, unfillable};

impl Settings {
    /// The database, made if it does not exist and never was, and how many migrations brought it up
    /// to date.
    pub(super) fn migrated(&self) -> Result<(Arc<dyn Database>, usize), CommandError> {
        lost_rows::refuse_lost(&self.database, &self.blobs)?;
        let opened = self.database.opened()?;
        lost_rows::refuse_without_tables(&self.database, &*opened, &self.blobs)?;
        migrated(opened)
    }
}

impl Installation for Settings {
    const MASTER_KEY_BYTES_MAX: usize = KEY_BYTES_MAX;

    fn settings_help() -> String {
        settings_toml::help(&Self::table())
    }

    fn configured(file: Option<&Path>) -> Result<Self, CommandError> {
        SystemClock::check()?;
        let text = file.map(text_of).transpose()?;
        let environment = settings_toml::with_secret_files(environment());
        let environment = environment.map_err(CommandError::Configuration)?;
        let settings = Self::read(text.as_deref(), environment.variables);
        let mut settings = settings.map_err(CommandError::Configuration)?;
        let pepper = settings.pepper.warning(settings.database.file());
        let key_left = warning_of_key_left(settings.database.file());
        let exposed = settings.exposed_secrets(file, &environment.files);
        let found = exposed.into_iter().chain(pepper).chain(key_left);
        settings.warnings.extend(found);
        Ok(settings)
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn storage_limits(&self) -> StorageLimits {
        self.storage_limits
    }

    fn forms_dir(&self) -> Option<&Path> {
        self.forms.as_deref()
    }

    fn of_storage(named: &str) -> Result<Self, CommandError> {
        SystemClock::check()?;
        Self::of_storage(named).map_err(CommandError::Configuration)
    }

    fn in_folder(folder: &Path) -> Result<Self, CommandError> {
        let path = |name: &str| folder.join(name).display().to_string();
        let database = format!("sqlite:{}", path("formservice.db"));
        let blobs = format!("file:{}", path("blobs"));
        Self::of_urls(&database, &blobs).map_err(CommandError::Configuration)
    }

    fn shares_storage(&self, other: &Self) -> bool {
        self.database.is_same(&other.database) || self.blobs.is_same(&other.blobs)
    }

    fn start_log(&self) -> LogFormat {
        let format = self.log.format.unwrap_or_else(usual_format);
        logging::start(format, self.log.level);
        format
    }

    fn start_log_despite_faults(file: Option<&Path>) -> LogFormat {
        let text = file.and_then(|file| configuration_in(file).ok());
        // Of the files that variables name one may be what is wrong: none is read once more.
        let format = LogSettings::format_despite_faults(text.as_deref(), environment());
        let format = format.unwrap_or_else(usual_format);
        logging::start(format, Level::INFO);
        format
    }

    fn serve_settings(&self) -> ServeSettings {
        self.serve
    }

    async fn service(&self, descriptors: u64) -> Result<Service, CommandError> {
        super::service(self, descriptors).await
    }

    fn openapi(&self) -> Result<String, CommandError> {
        let document = http_api::document(&super::http_settings(self), &self.form_types(None)?);
        Ok(format!("{document:#}"))
    }

    fn migrate(&self) -> Result<usize, CommandError> {
        Ok(self.migrated()?.1)
    }

    fn existing_store(&self) -> Result<Arc<dyn Store>, CommandError> {
        lost_rows::refuse_lost(&self.database, &self.blobs)?;
        let existing = self.database.existing()?;
        lost_rows::refuse_without_tables(&self.database, &*existing, &self.blobs)?;
        refuse_older(&*existing)?;
        Ok(existing)
    }

    fn is_first_start(&self) -> Result<bool, CommandError> {
        lost_rows::is_first_start(&self.database, &self.blobs)
    }

    fn existing_blobs(&self) -> Result<Option<Arc<dyn BlobStore>>, CommandError> {
        Ok(self.blobs.existing()?)
    }

    fn see_blobs_can_be_made(&self) -> Result<(), CommandError> {
        Ok(self.blobs.see_can_be_made()?)
    }

    fn database_file(&self) -> Option<&Path> {
        self.database.file()
    }

    fn ready_storage(&self) -> Result<Storage, CommandError> {
        let (store, _) = self.migrated()?;
        let blobs = self.blobs.build()?;
        Ok(Storage { store, blobs })
    }

    fn store_of_rows(file: &Path) -> Result<Arc<dyn Store>, CommandError> {
        let opened = DatabaseSettings::Sqlite(file.to_owned()).opened()?;
        Ok(migrated(opened)?.0)
    }

    fn check_master_keys(&self) -> Result<&'static str, CommandError> {
        self.master_keys.check(self.database.file())
    }

    fn check_pepper(&self) -> Result<&'static str, CommandError> {
        Ok(self.pepper.check(self.database.file())?)
    }

    fn database_risks(&self) -> Vec<String> {
        self.database.risks()
    }

    fn database_protection(&self) -> Option<&'static str> {
        self.database.protection()
    }

    async fn check_workers(&self) -> Result<String, CommandError> {
        super::workers::check(self.sandbox_required).await
    }

    fn shared_limiter(&self) -> Result<Option<Arc<dyn RequestLimiter>>, CommandError> {
        self.rate_limit.store.build()
    }

    fn scanner(&self) -> Option<Arc<dyn Scanner>> {
        self.scanner.build()
    }

    fn sweep_grace_seconds(&self) -> u64 {
        self.sweep_grace_seconds
    }

    fn upload_seconds_max(&self) -> u64 {
        let rate = MinimumRate::default();
        // Twice: only time in which the client is waited for counts for the rate.
        2 * rate.seconds_for(self.attachments.file_bytes_max)
    }

    fn form_types(&self, folder: Option<&Path>) -> Result<FormCatalogue, CommandError> {
        forms_toml::load_all(folder.or(self.forms.as_deref()))
            .map(FormCatalogue::new)
            .map_err(|faults| CommandError::Configuration(faults.into_sentences()))
    }

    fn check_fonts(&self) -> Result<String, CommandError> {
        self.fonts.check()
    }

    fn form_writer(&self) -> Result<Arc<dyn FormWriter>, CommandError> {
        Ok(Arc::new(TemplateFiller::with_fonts(self.fonts.build()?)))
    }

    fn template_maker(&self) -> Result<TemplateMaker, CommandError> {
        let fonts = self.fonts.build()?;
        Ok(Box::new(move |folder| template_for(folder, &fonts)))
    }

    fn hash_master_key(key: &str) -> anyhow::Result<String> {
        hash_key(key)
    }

    fn clock() -> Arc<dyn Clock> {
        Arc::new(SystemClock)
    }

    fn check_clock() -> Result<(), CommandError> {
        SystemClock::check()
    }

    fn pdf_worker() -> ExitCode {
        pdf_sandbox::worker_main()
    }
}

/// The text of a configuration file; where it cannot be read, its name is told as it was given.
fn text_of(file: &Path) -> Result<String, CommandError> {
    configuration_in(file).map_err(|error| {
        let file = file.display();
        let fault = format!("The configuration file `{file}` cannot be read: {error}.");
        CommandError::Configuration(vec![fault])
    })
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

fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| {
        // A value that is no text fits no setting; shown as it is it is refused there.
        let name = name.into_string().ok()?;
        Some((name, value.to_string_lossy().into_owned()))
    })
}

fn usual_format() -> LogFormat {
    if terminal::is_interactive() {
        LogFormat::Pretty
    } else {
        LogFormat::Json
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
        Ok(Arc::new(super::workers::form_reader().await?))
    }
}
