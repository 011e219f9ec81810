//! The numbers that adapters and use cases know themselves, and the metrics as a listener.

use std::sync::Arc;

use cli::SweepListener;
use domain::Timestamp;
use http_api::{EndedRequest, MetricsPage, RequestWatcher, UploadMemory};
use metrics_prometheus::descriptions::*;
use metrics_prometheus::{Metrics, MetricsError, Requests, Sweeps};
use pdf_sandbox::{Confinement, SandboxedReader};
use ports::{Database, PoolLoad};
use usecases::{CpuLoad, CpuWork, SweepReport};

/// The page for Prometheus.
pub(super) fn page(metrics: Metrics) -> MetricsPage {
    Arc::new(move || {
        let page = metrics.page();
        page.inspect_err(|error| {
            let error: &dyn std::error::Error = error;
            tracing::error!(error, "the metrics could not be written");
        })
        .ok()
    })
}

/// How the connections of a database are used, where it has a pool of them.
pub(super) fn read_database(
    metrics: &Metrics,
    database: &Arc<dyn Database>,
) -> Result<(), MetricsError> {
    let Some(first) = database.pool_load() else {
        return Ok(());
    };
    let database = Arc::clone(database);
    metrics.read(
        move || database.pool_load().unwrap_or(first),
        [
            (&DATABASE_CONNECTIONS, |load: &PoolLoad| load.connections),
            (&DATABASE_CONNECTIONS_USED, |load| load.used),
            (&DATABASE_CONNECTIONS_MAX, |load| load.connections_max),
        ],
    )
}

pub(super) fn read_sandbox(
    metrics: &Metrics,
    reader: &SandboxedReader,
) -> Result<(), MetricsError> {
    metrics.read(
        reader.load_reader(),
        [
            (&PDF_READS_RUNNING, |load| load.reading),
            (&PDF_READS_WAITING, |load| load.waiting),
            (&PDF_READS_RUNNING_MAX, |load| load.at_once_max),
            (&PDF_WORKERS_DIED, |load| load.died),
        ],
    )?;
    let confinement = reader.confinement();
    metrics.read(
        move || confinement,
        [
            (&PDF_WORKERS_LANDLOCK, |confined: &Confinement| {
                confined.landlock_abi.into()
            }),
            (&PDF_WORKERS_SECCOMP, |confined| {
                confined.has_system_call_filter.into()
            }),
        ],
    )
}

pub(super) fn read_cpu_work(metrics: &Metrics, cpu: &CpuWork) -> Result<(), MetricsError> {
    let cpu = cpu.clone();
    metrics.read(
        move || cpu.load(),
        [
            (&CPU_WORK_RUNNING, |load: &CpuLoad| load.running as u64),
            (&CPU_WORK_WAITING, |load| load.waiting as u64),
        ],
    )
}

pub(super) fn read_upload_memory(
    metrics: &Metrics,
    memory: &UploadMemory,
) -> Result<(), MetricsError> {
    let memory = memory.clone();
    metrics.read(
        move || memory.clone(),
        [
            (&UPLOAD_MEMORY, |memory: &UploadMemory| {
                memory.bytes_taken() as u64
            }),
            (&UPLOAD_MEMORY_MAX, |memory| memory.bytes_max() as u64),
        ],
    )
}

pub(super) struct RequestMetrics(pub(super) Requests);

impl RequestWatcher for RequestMetrics {
    fn began(&self) {
        self.0.began();
    }

    fn ended(&self, request: &EndedRequest<'_>) {
        let EndedRequest {
            method,
            route,
            status,
            took,
        } = *request;
        self.0.ended(method, route, status, took);
    }
}

pub(super) struct SweepMetrics(pub(super) Sweeps);

impl SweepListener for SweepMetrics {
    fn ended(&self, report: &SweepReport, at: Timestamp) {
        let unix_seconds = at.microseconds() / 1_000_000;
        self.0.ended(report.removed, report.failed, unix_seconds);
    }

    fn failed(&self) {
        self.0.broke_off();
    }
}
