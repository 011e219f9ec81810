//! What is measured, and what is asked for its numbers when the metrics are read.

use std::sync::Arc;

use http_api::{EndedRequest, MetricsPage, RequestWatcher, UploadMemory};
use keys_argon2::Argon2MasterKeys;
use metrics_prometheus::descriptions::*;
use metrics_prometheus::{
    MeasuredBlobs, MeasuredMasterKeys, MeasuredReader, MeasuredStore, MeasuredWriter, Metrics,
    Process, Requests, Sweeps,
};
use pdf_sandbox::SandboxedReader;
use ports::{BlobStore, Clock, FormReader, FormWriter, MasterKeyVerifier, PoolLoad, Store};
use usecases::{CpuWork, RequestLimits};

use crate::wiring::database::DatabaseSettings;
use cli::CommandError;

/// The metrics of this process, and what puts something under measure.
pub(super) struct Telemetry(Arc<Metrics>);

impl Telemetry {
    /// Begins with the process itself.
    pub(super) fn begin(clock: &dyn Clock) -> anyhow::Result<Self> {
        let metrics = Metrics::new(env!("CARGO_PKG_VERSION"))?;
        Process::add_to(&metrics, clock.now())?;
        Ok(Self(Arc::new(metrics)))
    }

    /// The page for Prometheus.
    pub(super) fn page(&self) -> MetricsPage {
        let metrics = Arc::clone(&self.0);
        Arc::new(move || {
            let page = metrics.page();
            page.inspect_err(|error| {
                let error: &dyn std::error::Error = error;
                tracing::error!(error, "the metrics could not be written");
            })
            .ok()
        })
    }

    /// The database, brought up to date.
    pub(super) fn store(
        &self,
        database: &DatabaseSettings,
    ) -> Result<Arc<dyn Store>, CommandError> {
        let (database, _) = database.migrated()?;
        let store = Arc::new(MeasuredStore::new(database.clone(), &self.0)?);
        let Some(first) = database.pool_load() else {
            return Ok(store);
        };
        let read = |description, number: fn(&PoolLoad) -> u64| {
            let database = Arc::clone(&database);
            let load = move || number(&database.pool_load().unwrap_or(first));
            self.0.read(description, load)
        };
        read(&DATABASE_CONNECTIONS, |load| load.connections)?;
        read(&DATABASE_CONNECTIONS_USED, |load| load.used)?;
        read(&DATABASE_CONNECTIONS_MAX, |load| load.connections_max)?;
        Ok(store)
    }

    pub(super) fn metrics(&self) -> &Metrics {
        &self.0
    }

    pub(super) fn blobs(&self, blobs: Arc<dyn BlobStore>) -> anyhow::Result<Arc<dyn BlobStore>> {
        Ok(Arc::new(MeasuredBlobs::new(blobs, &self.0)?))
    }

    pub(super) fn master_keys(
        &self,
        keys: Argon2MasterKeys,
    ) -> anyhow::Result<Arc<dyn MasterKeyVerifier>> {
        let measured = MeasuredMasterKeys::new(Arc::new(keys), &self.0)?;
        Ok(Arc::new(measured))
    }

    pub(super) fn writer(
        &self,
        writer: Arc<dyn FormWriter>,
    ) -> anyhow::Result<Arc<dyn FormWriter>> {
        Ok(Arc::new(MeasuredWriter::new(writer, &self.0)?))
    }

    pub(super) fn reader(&self, reader: SandboxedReader) -> anyhow::Result<Arc<dyn FormReader>> {
        let load = reader.load_reader();
        let read = |description, number: fn(&pdf_sandbox::SandboxLoad) -> u64| {
            let load = load.clone();
            self.0.read(description, move || number(&load()))
        };
        read(&PDF_READS_RUNNING, |load| load.reading)?;
        read(&PDF_READS_WAITING, |load| load.waiting)?;
        read(&PDF_READS_RUNNING_MAX, |load| load.at_once_max)?;
        read(&PDF_WORKERS_DIED, |load| load.died)?;
        Ok(Arc::new(MeasuredReader::new(Arc::new(reader), &self.0)?))
    }

    /// Work on as many processors as there are.
    pub(super) fn cpu_work(&self) -> anyhow::Result<CpuWork> {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let cpu = CpuWork::new(processors);
        let (running, waiting) = (cpu.clone(), cpu.clone());
        self.0
            .read(&CPU_WORK_RUNNING, move || counted(running.load().running))?;
        self.0
            .read(&CPU_WORK_WAITING, move || counted(waiting.load().waiting))?;
        Ok(cpu)
    }

    pub(super) fn upload_memory(&self, bytes_max: usize) -> anyhow::Result<UploadMemory> {
        let memory = UploadMemory::new(bytes_max);
        let (taken, bound) = (memory.clone(), memory.clone());
        self.0
            .read(&UPLOAD_MEMORY, move || counted(taken.bytes_taken()))?;
        self.0
            .read(&UPLOAD_MEMORY_MAX, move || counted(bound.bytes_max()))?;
        Ok(memory)
    }

    /// The count that instances share, where there is one.
    pub(super) fn shared_count(&self, limits: &Arc<RequestLimits>) -> anyhow::Result<()> {
        let asked = || Arc::clone(limits);
        let (up, away, here) = (asked(), asked(), asked());
        let is_up = move || u64::from(!up.shared_count().is_away);
        self.0.read(&LIMITER_SHARED_UP, is_up)?;
        let times_away = move || away.shared_count().times_away;
        self.0.read(&LIMITER_SHARED_OUTAGES, times_away)?;
        let counted_here = move || here.shared_count().counted_here;
        Ok(self.0.read(&LIMITER_COUNTED_HERE, counted_here)?)
    }

    pub(super) fn requests(&self) -> anyhow::Result<Arc<dyn RequestWatcher>> {
        Ok(Arc::new(HttpRequests(Requests::new(&self.0)?)))
    }

    pub(super) fn sweeps(&self) -> anyhow::Result<Sweeps> {
        Ok(Sweeps::new(&self.0)?)
    }
}

/// The metrics as the one who is told of requests.
struct HttpRequests(Requests);

impl RequestWatcher for HttpRequests {
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

fn counted(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
