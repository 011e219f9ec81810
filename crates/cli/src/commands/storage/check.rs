//! `check`: could the service run?

mod findings;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use ports::{FormPackage, LimiterError, RequestLimiter, Store};
use usecases::{
    FormCatalogue, FormVersionFault, InternalError, RoomReport, Storage, StorageRoom, error_chain,
    probe_cell,
};

use crate::descriptors::{DESCRIPTORS_MIN, Descriptors};
use crate::{
    CommandError, ExistingStorage, FormLibrary, FormTools, MISSING_BLOBS, ProgramSettings,
    ServiceChecks, refuse_unfinished_copy, terminal,
};

use super::counted;
use crate::commands::warnings;
use findings::Findings;

/// How often Redis is asked: the connection is made meanwhile.
const TRIES: u32 = 40;

/// How long is waited between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Tries everything that the service needs, and names every fault.
pub(super) async fn run<I>(installation: &I) -> Result<(), CommandError>
where
    I: ProgramSettings + ServiceChecks + ExistingStorage + FormLibrary + FormTools,
{
    for warning in warnings(installation) {
        terminal::print_message(&format!("Warning: {warning}"));
    }
    let mut findings = Findings::default();
    findings.report("Master keys", installation.check_master_keys());
    findings.report("Pepper", installation.check_pepper());
    findings.report("Open files", check_descriptors());
    findings.report("Database", check_database(installation).await);
    if let Some(protection) = installation.database_protection() {
        terminal::print_message(&format!("Connection to the database: {protection}."));
    }
    for risk in installation.database_risks() {
        terminal::print_message(&format!("Warning: {risk}"));
    }
    findings.report("Blob store", check_blobs(installation).await);
    if let Some(room) = check_room(installation).await {
        findings.report("Room for files", room);
    }
    findings.report("Workers", installation.check_workers().await);
    findings.report("Scanner", check_scanner(installation).await);
    findings.report("Limits on requests", check_limits(installation).await);
    findings.report("Fonts", installation.check_fonts());
    match installation.form_types(None) {
        Ok(forms) => {
            check_forms::<I>(forms.list(), &mut findings).await;
            findings.add(check_form_versions(installation, &forms).await);
        }
        Err(error) => findings.note(&error),
    }
    findings.judged()?;
    terminal::print_message("Nothing is wrong: the service can run.");
    Ok(())
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

async fn check_database<I>(installation: &I) -> Result<&'static str, CommandError>
where
    I: ServiceChecks + ExistingStorage,
{
    if installation.is_first_start()? {
        return Ok("it is not there yet, the first start makes it");
    }
    let store = installation.existing_store()?;
    store.check().await.context("it does not answer")?;
    refuse_unfinished_copy(&store).await?;
    let written = Storage::try_writing_rows(&store).await;
    written.context("it cannot be written to")?;
    Ok("it answers, is up to date and can be written to")
}

async fn check_blobs<I>(installation: &I) -> Result<&'static str, CommandError>
where
    I: ServiceChecks + ExistingStorage,
{
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

/// Of a storage that is not there yet, or cannot be asked, nothing is said here.
async fn check_room<I>(installation: &I) -> Option<Result<String, CommandError>>
where
    I: ServiceChecks + ExistingStorage,
{
    let store = installation.existing_store().ok()?;
    let blobs = installation.existing_blobs().ok()??;
    let room = StorageRoom::new(Storage { store, blobs }, installation.storage_limits());
    Some(match room.check().await {
        Ok(report) => Ok(room_sentence(report)),
        Err(InternalError::StorageFull(why)) => Err(CommandError::Diagnosis(vec![format!(
            "no file would be taken: {why}"
        )])),
        Err(error) => Err(anyhow::Error::new(error).into()),
    })
}

/// `512 MB are free, files have 3 MB`.
fn room_sentence(report: RoomReport) -> String {
    let megabytes = |bytes: u64| format!("{} MB", bytes / 1_048_576);
    let free = [report.blobs_free_bytes, report.database_free_bytes];
    let free = match free.into_iter().flatten().min() {
        Some(bytes) => format!("{} are free", megabytes(bytes)),
        None => "how much is free is not known".to_owned(),
    };
    format!("{free}, files have {}", megabytes(report.stored_bytes))
}

async fn check_scanner(checks: &impl ServiceChecks) -> Result<&'static str, CommandError> {
    let Some(scanner) = checks.scanner() else {
        return Ok("nobody looks at files before they are taken");
    };
    let asked = scanner.check().await;
    asked.context("it does not answer, no file would be taken")?;
    Ok("it answers")
}

async fn check_limits(checks: &impl ServiceChecks) -> Result<&'static str, CommandError> {
    let Some(limiter) = checks.shared_limiter()? else {
        return Ok("each instance counts for itself");
    };
    let mut asked = count_once(limiter.as_ref()).await;
    for _ in 1..TRIES {
        if asked.is_ok() {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        asked = count_once(limiter.as_ref()).await;
    }
    asked.context("Redis does not answer, each instance would count for itself")?;
    Ok("Redis answers, all instances count together")
}

/// Counts a request of nobody and takes it back: one that is full answers, and counts nothing.
async fn count_once(limiter: &dyn RequestLimiter) -> Result<(), LimiterError> {
    let probe = probe_cell();
    limiter.take(&probe).await?;
    limiter.give_back(&probe).await
}

/// The form types against the versions of them that applications came in with. Where the database
/// cannot be asked, that is said already.
async fn check_form_versions<I: ExistingStorage + FormTools>(
    installation: &I,
    forms: &FormCatalogue,
) -> Vec<String> {
    let Ok(store) = installation.existing_store() else {
        return Vec::new();
    };
    match form_version_faults::<I>(forms, &store).await {
        Ok(faults) => faults.iter().map(ToString::to_string).collect(),
        Err(error) => vec![format!("Form versions: {}.", error_chain(&error))],
    }
}

/// Prints also of which form types no new applications are taken, which may be meant.
async fn form_version_faults<T: FormTools>(
    forms: &FormCatalogue,
    store: &Arc<dyn Store>,
) -> Result<Vec<FormVersionFault>, InternalError> {
    for unserved in forms.unserved(store).await? {
        terminal::print_message(&format!("Warning: {unserved}"));
    }
    let mut faults = forms.version_faults(store).await?;
    let parser = T::form_parser();
    faults.extend(forms.unknown_versions(store, parser.as_ref()).await?);
    Ok(faults)
}

/// Definitions against templates, read as the service reads uploads.
async fn check_forms<T: FormTools>(packages: &[Arc<FormPackage>], findings: &mut Findings) {
    let reader = match T::form_reader().await {
        Ok(reader) => reader,
        Err(error) => return findings.add(vec![format!("{error:#}.")]),
    };
    let mut faults = Vec::new();
    let mut are_read = true;
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
            Ok(Err(refused)) => {
                let refused = format!("Form {key}: its template: {refused}");
                findings.note(&CommandError::Configuration(vec![refused]));
                are_read = false;
            }
            Err(error) => faults.push(format!("Form {key}: {}.", error_chain(&error))),
        }
    }
    if faults.is_empty() && are_read {
        let count = u64::try_from(packages.len()).unwrap_or(u64::MAX);
        let counted = counted(count, "form type");
        let keys = packages
            .iter()
            .map(|package| package.form_type.key.as_str());
        let keys = keys.collect::<Vec<_>>().join(", ");
        terminal::print_message(&format!(
            "Forms: {counted} ({keys}), definitions and templates agree."
        ));
    }
    findings.add(faults);
}
