//! Which technology stands behind which port: the service over the configured adapters.

mod form_versions;
mod installation;
mod telemetry;
mod templates;
mod workers;

use std::io;
use std::sync::Arc;

use cli::instance_lock::InstanceLock;
use cli::{CommandError, FormLibrary as _, MISSING_BLOBS, Service, refuse_unfinished_copy};
use http_api::{Api, HttpSettings, Pools};
use metrics_prometheus::{
    MeasuredBlobs, MeasuredMasterKeys, MeasuredReader, MeasuredScanner, MeasuredStore,
    MeasuredWriter, Metrics, MetricsError, Process, Requests, Sweeps,
};
use pdf_sandbox::SandboxLimits;
use ports::{BlobStore, Clock as _, Database, FormWriter, Store};
use usecases::{
    AccessControl, ApplicationPorts, Applications, Attachments, CostPositions, RequestLimits,
    SharedScanner, Storage, StorageRoom, StoringPorts, Sweeper, WorkPools,
};

use crate::adapters::scanner::ScannerSettings;
use crate::clock::{SystemClock, SystemEntropy};
use crate::settings::Settings;

use telemetry::{RequestMetrics, RoomMetrics, SweepMetrics};

fn http_settings(settings: &Settings) -> HttpSettings {
    HttpSettings {
        upload_bytes_max: usize::try_from(settings.upload_bytes_max).unwrap_or(usize::MAX),
        trusted_proxies: settings.network.trusted_proxies.clone(),
        cors_origins: settings.network.cors_origins.clone(),
        public_url: settings.public_url.clone(),
        logs_whole_addresses: settings.log.has_whole_addresses,
        attachment_limits: settings.attachments,
        attachment_bytes_held_max: settings.blobs.bytes_held_max(),
        ..HttpSettings::default()
    }
}

/// One piece of processor work for each processor, and as many workers as may read at once.
fn work_pools() -> io::Result<WorkPools> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    WorkPools::new(processors, SandboxLimits::default().at_once_max)
}

/// What the descriptors leave for connections: workers take four each, the databases, the log and
/// the listeners some.
fn free(descriptors: u64) -> u64 {
    const BESIDE: usize = 96;
    let limits = SandboxLimits::default();
    let taken = BESIDE + 4 * (limits.at_once_max + limits.warm_count);
    descriptors.saturating_sub(u64::try_from(taken).unwrap_or(u64::MAX))
}

/// The blob store beside a database, made where it is not there. One that must have been there is
/// not made anew: what is written to a folder in the place of one that is not mounted would be
/// hidden when it is.
async fn blobs_beside(
    store: &Arc<dyn Store>,
    settings: &Settings,
) -> Result<Arc<dyn BlobStore>, CommandError> {
    if let Some(blobs) = settings.blobs.existing()? {
        return Ok(blobs);
    }
    if Storage::has_applications(store).await? {
        let missing = format!("The blob store: {MISSING_BLOBS}.");
        return Err(CommandError::Diagnosis(vec![missing]));
    }
    Ok(settings.blobs.build()?)
}

/// The database and the blob store, made where they are not there, up to date and measured.
async fn storage(
    settings: &Settings,
    database: Arc<dyn Database>,
    metrics: &Metrics,
) -> Result<Storage, CommandError> {
    telemetry::read_database(metrics, &database)?;
    for risk in database.risks().unwrap_or_default() {
        tracing::warn!("{risk}");
    }
    let store: Arc<dyn Store> = Arc::new(MeasuredStore::new(database, metrics)?);
    refuse_unfinished_copy(&store).await?;
    let has_applications = Storage::has_applications(&store).await?;
    let blobs = blobs_beside(&store, settings).await?;
    let blobs: Arc<dyn BlobStore> = Arc::new(MeasuredBlobs::new(blobs, metrics)?);
    let storage = Storage { store, blobs };
    // One that cannot be asked is told of when it is used.
    if !has_applications && !storage.is_empty().await.unwrap_or(true) {
        tracing::warn!(
            "the blob store has files, but the database has no application: if that is not the \
             database they belong to, stop the service before it gives numbers a second time"
        );
    }
    Ok(storage)
}

/// The storage, and the lock of its file, which is there then.
async fn locked_storage(
    settings: &Settings,
    metrics: &Metrics,
) -> Result<(Storage, Option<InstanceLock>), CommandError> {
    let (database, _) = settings.migrated()?;
    let storage = storage(settings, Arc::clone(&database), metrics).await?;
    let mark = || database.mark().unwrap_or(None);
    let file = settings.database.file();
    let lock = file.map(|file| InstanceLock::hold(file, mark));
    // One may have begun until the file was locked.
    refuse_unfinished_copy(&storage.store).await?;
    Ok((storage, lock))
}

/// The scanner of files, measured, where one is configured.
fn scanner(settings: &Settings, metrics: &Metrics) -> Result<Option<SharedScanner>, MetricsError> {
    let Some(scanner) = settings.scanner.build() else {
        return Ok(None);
    };
    let scanner = Arc::new(MeasuredScanner::new(scanner, metrics)?);
    let scanner = SharedScanner::new(scanner, ScannerSettings::AT_ONCE_MAX);
    telemetry::read_scans(metrics, &scanner)?;
    Ok(Some(scanner))
}

fn storing_ports(
    storage: Storage,
    scanner: Option<SharedScanner>,
    room: StorageRoom,
) -> StoringPorts {
    StoringPorts {
        store: storage.store,
        blobs: storage.blobs,
        clock: Arc::new(SystemClock),
        entropy: Arc::new(SystemEntropy),
        scanner,
        room,
    }
}

fn attachments(settings: &Settings, ports: StoringPorts) -> Attachments {
    Attachments::new(ports, settings.attachments).allowing(settings.attachment_types.clone())
}

/// Metrics that tell of the process and its log.
fn begun_metrics() -> Result<Metrics, MetricsError> {
    let metrics = Metrics::new(env!("CARGO_PKG_VERSION"))?;
    Process::add_to(&metrics, SystemClock.now())?;
    telemetry::read_log(&metrics)?;
    Ok(metrics)
}

/// What the configuration alone decides comes first: a start that it ends has made nothing.
fn configured(
    settings: &Settings,
    metrics: &Metrics,
) -> Result<(Arc<dyn FormWriter>, Arc<RequestLimits>), CommandError> {
    let file = settings.database.file();
    settings.master_keys.check_configured(file)?;
    Ok((settings.form_writer()?, settings.rate_limit.build(metrics)?))
}

/// The use cases over the configured adapters, all of them measured.
async fn service(settings: &Settings, descriptors: u64) -> Result<Service, CommandError> {
    let reader = workers::confined_reader(settings.sandbox_required).await?;
    let forms = Arc::new(templates::form_types(settings, &reader).await?);
    let metrics = begun_metrics()?;
    let clock = Arc::new(SystemClock);
    let file = settings.database.file();
    let (writer, limits) = configured(settings, &metrics)?;
    let (storage, lock) = locked_storage(settings, &metrics).await?;
    let Storage { store, blobs } = storage.clone();
    let versions = form_versions::form_versions(&forms, &store).await?;
    let keys = MeasuredMasterKeys::new(Arc::new(settings.master_keys.build(file)?), &metrics)?;
    let work = work_pools()?;
    telemetry::read_sandbox(&metrics, &reader, &work.pdf_workers)?;
    let http_settings = http_settings(settings).with_descriptors(free(descriptors));
    let connections_max = http_settings.connections_max;
    tracing::info!(connections_max, "connections that may be open at once");
    let pools = Pools::new(&http_settings);
    let access = AccessControl::new(Arc::clone(&store), Arc::new(keys));
    telemetry::read_pools(&metrics, &pools, &work, access.key_checks())?;
    let room = StorageRoom::new(storage.clone(), settings.storage_limits);
    let scanner = scanner(settings, &metrics)?;
    let storing = storing_ports(storage.clone(), scanner.clone(), room.clone());
    let attachments = Arc::new(attachments(settings, storing.clone()));
    let application_ports = ApplicationPorts {
        storing,
        reader: Arc::new(MeasuredReader::new(Arc::new(reader), &metrics)?),
        writer: Arc::new(MeasuredWriter::new(writer, &metrics)?),
        build: env!("FORMSERVICE_BUILD"),
    };
    let applications = Arc::new(Applications::new(application_ports, versions, work));
    telemetry::read_numbers(&metrics, &applications)?;
    // That there are none left is no reason not to start.
    let _ = applications.look_at_numbers().await;
    let api = Api {
        applications,
        attachments,
        cost_positions: Arc::new(CostPositions::new(Arc::clone(&store), clock)),
        forms,
        storage,
        access: Arc::new(access),
        limits,
        retry_pepper: settings.pepper.build(file)?,
        listener: Arc::new(RequestMetrics(Requests::new(&metrics)?)),
        pools,
        settings: http_settings,
    };
    Ok(Service {
        lock,
        api,
        sweeper: Sweeper::new(store, blobs),
        sweeps: Box::new(SweepMetrics(Sweeps::new(&metrics)?)),
        room,
        room_listener: Box::new(RoomMetrics::new(&metrics, settings.storage_limits)?),
        scanner,
        metrics: telemetry::page(metrics),
    })
}

#[cfg(test)]
mod tests {
    use cli::{ExistingStorage as _, StorageMaker as _};
    use metrics_prometheus::Metrics;
    use usecases::Storage;

    use crate::settings::Settings;

    /// From the URL to a measured store that commands and the service use.
    #[test]
    fn a_further_database_needs_no_more_than_its_places_in_adapters_database() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = folder.path().join("blobs");
        let blobs = format!("file:{}", blobs.display());
        let settings = Settings::of_urls("memory:", &blobs).unwrap();
        assert_eq!(settings.migrate().unwrap(), 0);
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let existing = settings.existing_store().unwrap();
        runtime
            .block_on(Storage::try_writing_rows(&existing))
            .unwrap();
        let metrics = Metrics::new("0.0.0").unwrap();
        let (database, _) = settings.migrated().unwrap();
        let served = runtime.block_on(super::storage(&settings, database, &metrics));
        let served = served.unwrap().store;
        runtime.block_on(served.check()).unwrap();
        let page = metrics.page().unwrap();
        assert!(
            page.contains("formservice_database_transactions_total"),
            "{page}"
        );
        assert!(!page.contains("formservice_database_connections"), "{page}");
    }
}
