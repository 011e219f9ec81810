//! The numbers that adapters and use cases know themselves, and the metrics as a listener.

use std::sync::Arc;

use cli::terminal;
use cli::{RoomListener, SweepListener};
use domain::Timestamp;
use http_api::{EndedRequest, MetricsPage, Pools, RequestListener};
use metrics_prometheus::descriptions::*;
use metrics_prometheus::{
    Metrics, MetricsError, Requests, Room, RoomBounds, RoomMeasurement, Sweeps,
};
use pdf_sandbox::{Confinement, SandboxedReader};
use ports::{Database, PoolLoad};
use usecases::{
    Applications, CpuWork, RoomReport, SharedPool, SharedPoolLoad, SharedScanner, StorageLimits,
    SweepReport, WorkPools,
};

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

/// Lines of the log that nobody will read.
pub(super) fn read_log(metrics: &Metrics) -> Result<(), MetricsError> {
    metrics.read(
        terminal::lines_lost,
        [(&LOG_LINES_LOST, |lost: &u64| *lost)],
    )
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

/// The workers that read PDFs, and the clients that share them.
pub(super) fn read_sandbox(
    metrics: &Metrics,
    reader: &SandboxedReader,
    turns: &SharedPool,
) -> Result<(), MetricsError> {
    metrics.read(
        reader.load_reader(),
        [
            (&PDF_READS_RUNNING, |load| load.reading),
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
    )?;
    let turns = turns.clone();
    let waiting = |load: &SharedPoolLoad| load.waiting;
    metrics.read(move || turns.load(), [(&PDF_READS_WAITING, waiting)])
}

/// What clients share, by name.
pub(super) fn read_pools(
    metrics: &Metrics,
    pools: &Pools,
    work: &WorkPools,
    key_checks: &SharedPool,
) -> Result<(), MetricsError> {
    read_uploads(metrics, &pools.uploads)?;
    read_cpu_work(metrics, &work.cpu)?;
    for (name, pool) in [
        ("connections", &pools.connections),
        ("uploads", &pools.uploads),
        ("downloads", &pools.downloads),
        ("answers", &pools.answers),
        ("pdf_workers", &work.pdf_workers),
        ("processor", work.cpu.pool()),
        ("key_checks", key_checks),
    ] {
        read_pool(metrics, name, pool)?;
    }
    Ok(())
}

/// The turns of the scanner, where there is one.
pub(super) fn read_scans(metrics: &Metrics, scanner: &SharedScanner) -> Result<(), MetricsError> {
    read_pool(metrics, "scans", scanner.turns())
}

fn read_pool(metrics: &Metrics, name: &'static str, pool: &SharedPool) -> Result<(), MetricsError> {
    let pool = pool.clone();
    metrics.read_labelled(
        ("pool", name),
        move || pool.load(),
        [
            (&POOL_CAPACITY, |load: &SharedPoolLoad| load.capacity),
            (&POOL_HELD, |load| load.held),
            (&POOL_WAITING, |load| load.waiting),
            (&POOL_REFUSED, |load| load.refused),
            (&POOL_REVOKED, |load| load.revoked),
        ],
    )
}

fn read_cpu_work(metrics: &Metrics, cpu: &CpuWork) -> Result<(), MetricsError> {
    let pool = cpu.pool().clone();
    metrics.read(
        move || pool.load(),
        [
            (&CPU_WORK_RUNNING, |load: &SharedPoolLoad| load.held),
            (&CPU_WORK_WAITING, |load| load.waiting),
        ],
    )
}

pub(super) fn read_numbers(
    metrics: &Metrics,
    applications: &Arc<Applications>,
) -> Result<(), MetricsError> {
    let applications = Arc::clone(applications);
    metrics.read(
        move || applications.numbers_left(),
        [(&NUMBERS_LEFT, |left: &u64| *left)],
    )
}

fn read_uploads(metrics: &Metrics, uploads: &SharedPool) -> Result<(), MetricsError> {
    let uploads = uploads.clone();
    metrics.read(
        move || uploads.load(),
        [
            (&UPLOAD_MEMORY, |load: &SharedPoolLoad| load.held),
            (&UPLOAD_MEMORY_MAX, |load| load.capacity),
        ],
    )
}

pub(super) struct RequestMetrics(pub(super) Requests);

impl RequestListener for RequestMetrics {
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

pub(super) struct RoomMetrics(Room);

impl RoomMetrics {
    pub(super) fn new(metrics: &Metrics, limits: StorageLimits) -> Result<Self, MetricsError> {
        let bounds = RoomBounds {
            free_min: limits.free_bytes_min,
            stored_max: limits.total_bytes_max,
        };
        Room::new(metrics, bounds).map(Self)
    }
}

impl RoomListener for RoomMetrics {
    fn measured(&self, report: Option<RoomReport>) {
        self.0.measured(report.map(|report| RoomMeasurement {
            stored: report.stored_bytes,
            blobs_free: report.blobs_free_bytes,
            database_free: report.database_free_bytes,
        }));
    }
}

pub(super) struct SweepMetrics(pub(super) Sweeps);

impl SweepListener for SweepMetrics {
    fn ended(&self, report: &SweepReport, at: Timestamp) {
        let unix_seconds = at.microseconds() / 1_000_000;
        self.0.ended(report.removed, report.failed, unix_seconds);
    }

    fn failed(&self) {
        self.0.failed();
    }
}
