//! `check`: could the service run?

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use ports::FormPackage;
use usecases::{FormCatalogue, Storage, probe_cell};

use crate::descriptors::{DESCRIPTORS_MIN, Descriptors};
use crate::{CommandError, FormTools, Installation, MISSING_BLOBS, terminal};

use super::counted;

/// How often Redis is asked: the connection is made meanwhile.
const TRIES: u32 = 40;

/// How long is waited between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Tries everything that the service needs, and names every fault.
pub(super) async fn run<I: Installation>(installation: &I) -> Result<(), CommandError> {
    for warning in installation.warnings() {
        terminal::print_message(&format!("Warning: {warning}"));
    }
    let mut faults = Vec::new();
    faults.extend(report_part("Master keys", installation.check_master_keys()));
    faults.extend(report_part("Pepper", installation.check_pepper()));
    faults.extend(report_part("Open files", check_descriptors()));
    faults.extend(report_part("Database", check_database(installation).await));
    if let Some(protection) = installation.database_protection() {
        terminal::print_message(&format!("Connection to the database: {protection}."));
    }
    faults.extend(report_part("Blob store", check_blobs(installation).await));
    faults.extend(report_part("Workers", installation.check_workers().await));
    faults.extend(report_part("Scanner", check_scanner(installation).await));
    faults.extend(report_part(
        "Limits on requests",
        check_limits(installation).await,
    ));
    faults.extend(report_part("Fonts", installation.check_fonts()));
    match installation.form_types(None) {
        Ok(forms) => {
            faults.extend(check_forms::<I>(forms.list()).await);
            faults.extend(check_form_versions(installation, &forms).await);
        }
        Err(CommandError::Configuration(wrong) | CommandError::Diagnosis(wrong)) => {
            faults.extend(wrong)
        }
        Err(CommandError::Other(error)) => faults.push(format!("{error:#}")),
    }
    if faults.is_empty() {
        terminal::print_message("Nothing is wrong: the service can run.");
        Ok(())
    } else {
        Err(CommandError::Diagnosis(faults))
    }
}

/// Prints that a part is right, or gives what is wrong with it.
fn report_part(part: &str, outcome: Result<impl Display, CommandError>) -> Option<String> {
    match outcome {
        Ok(state) => {
            terminal::print_message(&format!("{part}: {state}."));
            None
        }
        Err(error) => {
            let said = match error {
                CommandError::Configuration(faults) | CommandError::Diagnosis(faults) => {
                    faults.join(" ")
                }
                CommandError::Other(error) => format!("{error:#}"),
            };
            Some(format!("{part}: {}.", said.trim_end_matches('.')))
        }
    }
}

fn check_descriptors() -> Result<&'static str, CommandError> {
    let attainable = Descriptors::found().attainable;
    if attainable >= DESCRIPTORS_MIN {
        return Ok("as many as the service needs may be open");
    }
    Err(CommandError::Diagnosis(vec![format!(
        "only {attainable} may be open at once, the service needs {DESCRIPTORS_MIN}: raise the \
            hard limit (LimitNOFILE, ulimit -Hn)"
    )]))
}

async fn check_database(installation: &impl Installation) -> Result<&'static str, CommandError> {
    if installation.is_first_start()? {
        return Ok("it is not there yet, the first start makes it");
    }
    let store = installation.existing_store()?;
    store.check().await.context("it does not answer")?;
    let written = Storage::try_writing_rows(&store).await;
    written.context("it cannot be written to")?;
    Ok("it answers, is up to date and can be written to")
}

async fn check_blobs(installation: &impl Installation) -> Result<&'static str, CommandError> {
    let Some(blobs) = installation.existing_blobs()? else {
        // A database that cannot be asked is told of by itself.
        let is_missed = match installation.existing_store() {
            Ok(store) => Storage::has_applications(&store).await.unwrap_or(false),
            Err(_) => false,
        };
        if is_missed {
            return Err(CommandError::Diagnosis(vec![MISSING_BLOBS.to_owned()]));
        }
        installation.see_blobs_can_be_made()?;
        return Ok("it is not there yet, the first start makes it");
    };
    blobs.check().await?;
    Ok("it answers and can be written to")
}

async fn check_scanner(installation: &impl Installation) -> Result<&'static str, CommandError> {
    let Some(scanner) = installation.scanner() else {
        return Ok("nobody looks at files before they are taken");
    };
    let asked = scanner.check().await;
    asked.context("it does not answer, no file would be taken")?;
    Ok("it answers")
}

async fn check_limits(installation: &impl Installation) -> Result<&'static str, CommandError> {
    let Some(limiter) = installation.shared_limiter()? else {
        return Ok("each instance counts for itself");
    };
    let probe = probe_cell();
    let mut asked = limiter.give_back(&probe).await;
    for _ in 1..TRIES {
        if asked.is_ok() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        asked = limiter.give_back(&probe).await;
    }
    asked.context("Redis does not answer, each instance would count for itself")?;
    Ok("Redis answers, all instances count together")
}

/// The form types against the versions of them that applications came in with. Where the database
/// cannot be asked, that is said already.
async fn check_form_versions(
    installation: &impl Installation,
    forms: &FormCatalogue,
) -> Vec<String> {
    let Ok(store) = installation.existing_store() else {
        return Vec::new();
    };
    match forms.version_faults(&store).await {
        Ok(faults) => faults.iter().map(ToString::to_string).collect(),
        Err(error) => vec![format!("Form versions: {error}.")],
    }
}

/// Definitions against templates, read as the service reads uploads.
async fn check_forms<T: FormTools>(packages: &[Arc<FormPackage>]) -> Vec<String> {
    let reader = match T::form_reader().await {
        Ok(reader) => reader,
        Err(error) => return vec![format!("{error:#}.")],
    };
    let mut faults = Vec::new();
    for package in packages {
        let key = &package.form_type.key;
        match reader.fields(package.template.clone()).await {
            Ok(Ok(content)) => {
                let found = T::disagreements(package, &content);
                faults.extend(
                    found
                        .into_iter()
                        .map(|fault| format!("Form {key}: {fault}")),
                );
            }
            Ok(Err(refused)) => faults.push(format!("Form {key}: its template: {refused}")),
            Err(error) => faults.push(format!("Form {key}: {error}.")),
        }
    }
    if faults.is_empty() {
        let count = u64::try_from(packages.len()).unwrap_or(u64::MAX);
        let counted = counted(count, "form type");
        terminal::print_message(&format!(
            "Forms: {counted}, definitions and templates agree."
        ));
    }
    faults
}
