//! What each command does, one module for each that is more than a few lines.

pub(crate) mod forms;
pub(crate) mod hash_key;
pub(crate) mod history;
pub(crate) mod licences;
pub(crate) mod serve;
pub(crate) mod storage;

use anyhow::Context as _;
use tokio::runtime::{Builder, Runtime};

use crate::command_line::Configuration;
use crate::{
    CommandError, ExistingStorage, FormLibrary, FormTools, MachineClock, ProgramSettings,
    ServiceBuilder, StorageMaker, address_space, memory, terminal, threads,
};

/// `migrate`: brings the database up to date, and prints how many migrations that took.
pub(crate) fn migrate<I>(configuration: &Configuration) -> Result<(), CommandError>
where
    I: ProgramSettings + StorageMaker + FormLibrary + MachineClock,
{
    let installation: I = configuration.read()?;
    let steps = installation.migrate()?;
    terminal::print_message(&match steps {
        0 => "The database was up to date.".to_owned(),
        1 => "The database is up to date; 1 migration was applied.".to_owned(),
        steps => format!("The database is up to date; {steps} migrations were applied."),
    });
    runtime()?.block_on(store_form_versions(&installation))
}

/// Stores versions of form types for applications from before versions were stored, and prints the
/// faults that an operator should correct.
async fn store_form_versions<I>(installation: &I) -> Result<(), CommandError>
where
    I: ExistingStorage + FormLibrary + MachineClock,
{
    let forms = installation.form_types(None)?;
    let store = installation.existing_store()?;
    let applications = forms.fill_versions(&store, I::clock().now()).await?;
    if applications > 0 {
        let applications = counted(applications, "application");
        terminal::print_message(&format!(
            "{applications} got the version of their form type that is served now."
        ));
    }
    for fault in forms.version_faults(&store).await? {
        terminal::print_message(&fault.to_string());
    }
    Ok(())
}

/// `openapi`: the document that the service answers at `/openapi.json`.
pub(crate) fn openapi<I>(configuration: &Configuration) -> Result<(), CommandError>
where
    I: ProgramSettings + ServiceBuilder,
{
    let document = configuration.read::<I>()?.openapi()?;
    Ok(terminal::print(&format!("{document}\n"))?)
}

fn runtime() -> anyhow::Result<Runtime> {
    threads::see_runtime_can_begin()?;
    Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("The threads of the service could not be started")
}

/// What an operator should correct although the service can run, a sentence each.
fn warnings<I>(installation: &I) -> impl Iterator<Item = String>
where
    I: ProgramSettings + FormLibrary + FormTools,
{
    let configured = installation.warnings().iter().cloned();
    let bounds = [address_space::warning(), memory::warning()];
    let forms = installation.forms_dir().map(forms::outdated_templates::<I>);
    configured
        .chain(bounds.into_iter().flatten())
        .chain(threads::warning())
        .chain(forms.into_iter().flatten())
}

/// A number and its noun, which forms its plural with an s.
fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
