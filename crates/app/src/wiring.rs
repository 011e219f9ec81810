//! The one file that names adapters: which technology stands behind which port.

pub(crate) mod blobs;
pub(crate) mod database;
mod form_versions;
mod installation;
pub(crate) mod limits;
mod master_key;
mod telemetry;

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use cli::{CommandError, FormTools as _, Installation as _, Service};
use http_api::{Api, HttpSettings};
use pdf_sandbox::{SandboxLimits, SandboxedReader, WorkerCommand};
use ports::{FormReader as _, PdfError};
use usecases::{
    AccessControl, ApplicationPorts, Applications, AttachmentPorts, Attachments, CostPositions,
    Storage, Sweeper,
};

use crate::clock::{SystemClock, SystemEntropy};
use crate::settings::Settings;

use installation::MeasuredSweeps;
use telemetry::Telemetry;

async fn form_reader() -> anyhow::Result<SandboxedReader> {
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

/// The bounds of the HTTP side.
fn http_settings(settings: &Settings) -> HttpSettings {
    HttpSettings {
        upload_bytes_max: usize::try_from(settings.upload_bytes_max).unwrap_or(usize::MAX),
        trusted_proxies: settings.network.trusted_proxies.clone(),
        cors_origins: settings.network.cors_origins.clone(),
        public_url: settings.public_url.clone(),
        attachment_limits: settings.attachments,
        ..HttpSettings::default()
    }
}

/// The use cases over the configured adapters, all of them watched.
async fn service(settings: &Settings) -> Result<Service, CommandError> {
    let forms = Arc::new(settings.form_types(None)?);
    let telemetry = Telemetry::begin(&SystemClock).context("The metrics cannot be set up")?;
    let store = telemetry.store(&settings.database)?;
    let versions = form_versions::form_versions(&forms, &store).await?;
    let keys = telemetry.master_keys(master_key::master_keys(settings)?)?;
    let blobs = telemetry.blobs(settings.blobs.build()?)?;
    let ports = ApplicationPorts {
        store: Arc::clone(&store),
        blobs: Arc::clone(&blobs),
        reader: telemetry.reader(form_reader().await?)?,
        writer: telemetry.writer(Settings::form_writer())?,
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
    };
    let cpu = telemetry.cpu_work()?;
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
    let upload_memory = telemetry.upload_memory(http_settings.uploads_together_bytes_max)?;
    let api = Api {
        attachments: Arc::new(attachments),
        cost_positions: Arc::new(CostPositions::new(
            Arc::clone(&store),
            Arc::new(SystemClock),
        )),
        applications: Arc::new(Applications::new(ports, versions, cpu)),
        forms,
        storage: Storage {
            store: Arc::clone(&store),
            blobs: Arc::clone(&blobs),
        },
        access: Arc::new(AccessControl::new(Arc::clone(&store), keys)),
        limits: settings.rate_limit.build(&telemetry)?,
        watcher: telemetry.requests()?,
        upload_memory,
        settings: http_settings,
    };
    Ok(Service {
        api,
        metrics: telemetry.page(),
        sweeper: Sweeper::new(store, blobs),
        sweeps: Box::new(MeasuredSweeps(telemetry.sweeps()?)),
    })
}
