//! What is measured, and what is asked for its numbers when the metrics are read.

use std::sync::Arc;

use http_api::{EndedRequest, MetricsPage, RequestWatcher, UploadMemory};
use keys_argon2::Argon2MasterKeys;
use metrics_prometheus::Kind::{Counter, Gauge};
use metrics_prometheus::{
    Kind, MeasuredBlobs, MeasuredMasterKeys, MeasuredReader, MeasuredStore, MeasuredWriter,
    Metrics, MetricsFault, Process, Reading, Requests, Sweeps,
};
use pdf_sandbox::SandboxedReader;
use ports::{BlobStore, Clock, FormReader, FormWriter, MasterKeyVerifier, Store};
use usecases::{CpuWork, RequestLimits};

use crate::wiring::database::DatabaseSettings;
use cli::CommandError;

/// The metrics of this process, and what puts something under measure.
pub(super) struct Watch(Arc<Metrics>);

impl Watch {
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
        let (store, load) = database.served()?;
        let store = Arc::new(MeasuredStore::new(store, &self.0)?);
        let Some(load) = load.map(Arc::new) else {
            return Ok(store);
        };
        let read = |name: &str, what: &str, number: fn(&store_sqlite::PoolLoad) -> u64| {
            let load = Arc::clone(&load);
            self.read(Gauge, name, what, move || number(&load()))
        };
        read(
            "database_connections",
            "Open connections of the pool.",
            |load| load.connections,
        )?;
        read(
            "database_connections_used",
            "Connections on which a transaction runs.",
            |load| load.used,
        )?;
        read(
            "database_connections_max",
            "How many connections there may be.",
            |load| load.connections_max,
        )?;
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
        let read = |kind, name: &str, what: &str, number: fn(&pdf_sandbox::SandboxLoad) -> u64| {
            let load = load.clone();
            self.read(kind, name, what, move || number(&load()))
        };
        let what = "PDFs that are being read.";
        read(Gauge, "pdf_reads_running", what, |load| load.reading)?;
        let what = "PDFs that wait to be read.";
        read(Gauge, "pdf_reads_waiting", what, |load| load.waiting)?;
        let what = "How many PDFs are read at once.";
        read(Gauge, "pdf_reads_running_max", what, |load| {
            load.at_once_max
        })?;
        let what = "Workers that died of a PDF, or were ended since it used too much.";
        read(Counter, "pdf_workers_died_total", what, |load| load.died)?;
        Ok(Arc::new(MeasuredReader::new(Arc::new(reader), &self.0)?))
    }

    pub(super) fn cpu_work(&self, cpu: &CpuWork) -> anyhow::Result<()> {
        let (running, waiting) = (cpu.clone(), cpu.clone());
        let what = "Pieces of processor work, such as filling a form, that run.";
        self.read(Gauge, "cpu_work_running", what, move || {
            counted(running.load().running)
        })?;
        let what = "Pieces of processor work that wait.";
        self.read(Gauge, "cpu_work_waiting", what, move || {
            counted(waiting.load().waiting)
        })
    }

    pub(super) fn upload_memory(&self, memory: &UploadMemory) -> anyhow::Result<()> {
        let (taken, bound) = (memory.clone(), memory.clone());
        let what = "Memory that uploads under way take.";
        self.read(Gauge, "upload_memory_bytes", what, move || {
            counted(taken.bytes_taken())
        })?;
        let what = "Memory that uploads may take together; further ones wait.";
        self.read(Gauge, "upload_memory_max_bytes", what, move || {
            counted(bound.bytes_max())
        })
    }

    /// The count that instances share, where there is one.
    pub(super) fn shared_count(&self, limits: &Arc<RequestLimits>) -> anyhow::Result<()> {
        let asked = || Arc::clone(limits);
        let (up, away, here) = (asked(), asked(), asked());
        let what = "1 while requests are counted together with other instances, 0 while this one \
            counts for itself.";
        self.read(Gauge, "limiter_shared_up", what, move || {
            u64::from(!up.shared_count().is_away)
        })?;
        let what = "How often the shared count of requests went away.";
        self.read(Counter, "limiter_shared_outages_total", what, move || {
            away.shared_count().times_away
        })?;
        let what = "Requests that were counted here since the shared count was away.";
        self.read(Counter, "limiter_counted_here_total", what, move || {
            here.shared_count().counted_here
        })
    }

    pub(super) fn requests(&self) -> anyhow::Result<Arc<dyn RequestWatcher>> {
        Ok(Arc::new(HttpRequests(Requests::new(&self.0)?)))
    }

    pub(super) fn sweeps(&self) -> anyhow::Result<Sweeps> {
        Ok(Sweeps::new(&self.0)?)
    }

    fn read(
        &self,
        kind: Kind,
        name: &str,
        what: &str,
        ask: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> anyhow::Result<()> {
        Reading::new(kind, name, what, ask)
            .and_then(|reading| self.0.read(reading))
            .map_err(MetricsFault::into)
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
