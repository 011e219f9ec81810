//! The one file that names adapters: which technology stands behind which port.

mod blobs;
mod database;
mod forms;
mod limits;
mod storage;
mod watch;

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use http_api::{Api, HttpSettings, UploadMemory};
use keys_argon2::Argon2MasterKeys;
use pdf_sandbox::{SandboxLimits, SandboxedReader, WorkerCommand};
use pdf_write::TemplateFiller;
use ports::{FormReader, FormWriter, PdfError, Store};
use usecases::{
    AccessControl, ApplicationPorts, Applications, AttachmentPorts, Attachments, Checks,
    CostPositions, CpuWork, FormCatalogue, Health, KeyRotation, Listing, Sweeper,
};

use crate::clock::{SystemClock, SystemEntropy};
use crate::failure::Failure;
use crate::settings::Settings;

pub(crate) use database::store;
pub(crate) use forms::{DEFINITION_FILE, definition_of, disagreements, folder, form_types};
pub(crate) use keys_argon2::KEY_BYTES_MAX as MASTER_KEY_BYTES_MAX;
pub(crate) use limits::shared_limiter;
pub(crate) use metrics_prometheus::Sweeps;
pub(crate) use storage::{
    existing_blobs, existing_storage, existing_store, ready_storage, store_of_rows,
};

pub(crate) use watch::Watch;

/// The service, ready to run.
pub(crate) struct Service {
    /// What is served over HTTP.
    pub(crate) api: Api,
    /// What is done beside.
    pub(crate) sweeper: Sweeper,
    /// Where that is told.
    pub(crate) sweeps: Sweeps,
}

/// Reads one PDF in this process, which is for nothing else.
pub(crate) fn pdf_worker() -> ExitCode {
    pdf_sandbox::worker_main()
}

/// The hash of a master key, for the configuration.
pub(crate) fn hash_master_key(key: &str) -> anyhow::Result<String> {
    keys_argon2::hash_key(key).context("The key cannot be hashed")
}

/// What fills templates.
pub(crate) fn form_writer() -> Arc<dyn FormWriter> {
    Arc::new(TemplateFiller::default())
}

/// What reads PDFs: workers of this very program, tried once. Must run in a runtime.
pub(crate) async fn form_reader() -> anyhow::Result<Arc<dyn FormReader>> {
    Ok(Arc::new(sandboxed_reader().await?))
}

async fn sandboxed_reader() -> anyhow::Result<SandboxedReader> {
    let command = WorkerCommand {
        // The running program, also after an upgrade has replaced its file.
        program: "/proc/self/exe".into(),
        arguments: vec!["pdf-worker".into()],
    };
    let reader = SandboxedReader::start(command, SandboxLimits::default());
    let reader = reader.context("The workers that read PDFs cannot be started")?;
    let tried = reader.read(bytes::Bytes::new()).await;
    match tried.context("The workers that read PDFs do not work")? {
        Err(PdfError::NotAPdf) => Ok(reader),
        _ => Err(anyhow!(
            "The workers that read PDFs take anything for a PDF."
        )),
    }
}

/// Whether the configured hashes of master keys are some.
pub(crate) fn check_master_keys(settings: &Settings) -> anyhow::Result<&'static str> {
    match &settings.master_key_hashes {
        None => Ok("none is configured, the first start makes one"),
        Some(hashes) => {
            Argon2MasterKeys::new(hashes.clone()).context("`auth.master_key_hashes`")?;
            Ok("the configured hashes are well-formed")
        }
    }
}

/// The bounds of the HTTP side.
pub(crate) fn http_settings(settings: &Settings) -> HttpSettings {
    HttpSettings {
        upload_bytes_max: usize::try_from(settings.upload_bytes_max).unwrap_or(usize::MAX),
        trusted_proxies: settings.network.trusted_proxies.clone(),
        cors_origins: settings.network.cors_origins.clone(),
        public_url: settings.public_url.clone(),
        attachment_limits: settings.attachments,
        ..HttpSettings::default()
    }
}

fn cpu_work(watch: &Watch) -> anyhow::Result<CpuWork> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let cpu = CpuWork::new(processors);
    watch.cpu_work(&cpu)?;
    Ok(cpu)
}

fn master_keys(hashes: Vec<String>) -> Result<Argon2MasterKeys, Failure> {
    Argon2MasterKeys::new(hashes).map_err(|error| {
        Failure::Configuration(vec![format!("`auth.master_key_hashes`: {error}.")])
    })
}

/// The use cases over the configured adapters, all of them watched.
pub(crate) async fn service(
    settings: &Settings,
    store: Arc<dyn Store>,
    master_key_hashes: Vec<String>,
    forms: FormCatalogue,
    watch: &Watch,
) -> Result<Service, Failure> {
    let keys = master_keys(master_key_hashes)?;
    let keys = watch.master_keys(keys)?;
    let blobs = watch.blobs(blobs::store(&settings.blobs)?)?;
    let forms = Arc::new(forms);
    let ports = ApplicationPorts {
        store: Arc::clone(&store),
        blobs: Arc::clone(&blobs),
        reader: watch.reader(sandboxed_reader().await?)?,
        writer: watch.writer(form_writer())?,
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
    };
    let cpu = cpu_work(watch)?;
    let attachments = Attachments::new(
        AttachmentPorts {
            store: Arc::clone(&store),
            blobs: Arc::clone(&blobs),
            clock: Arc::new(SystemClock),
            entropy: Arc::new(SystemEntropy),
        },
        settings.attachments,
    );
    let http_settings = http_settings(settings);
    let upload_memory = UploadMemory::new(http_settings.uploads_together_bytes_max);
    watch.upload_memory(&upload_memory)?;
    let api = Api {
        attachments: Arc::new(attachments),
        cost_positions: Arc::new(CostPositions::new(
            Arc::clone(&store),
            Arc::new(SystemClock),
        )),
        checks: Arc::new(Checks::new(Arc::clone(&store), Arc::clone(&forms))),
        listing: Arc::new(Listing::new(Arc::clone(&store))),
        key_rotation: Arc::new(KeyRotation::new(
            Arc::clone(&store),
            Arc::new(SystemEntropy),
        )),
        applications: Arc::new(Applications::new(ports, Arc::clone(&forms), cpu)),
        forms,
        health: Arc::new(Health::new(Arc::clone(&store), Arc::clone(&blobs))),
        access: Arc::new(AccessControl::new(Arc::clone(&store), keys)),
        limits: limits::request_limits(&settings.rate_limit, watch)?,
        watcher: watch.requests()?,
        upload_memory,
        settings: http_settings,
    };
    Ok(Service {
        api,
        sweeper: Sweeper::new(store, blobs),
        sweeps: watch.sweeps()?,
    })
}
