//! The service over the configured adapters, and who is told of what it does.

use std::net::SocketAddr;

use domain::Timestamp;
use http_api::{Api, MetricsPage};
use usecases::{RoomReport, SharedScanner, StorageRoom, SweepReport, Sweeper};

use crate::CommandError;
use crate::instance_lock::InstanceLock;

/// Puts the service together.
pub trait ServiceBuilder {
    fn serve_settings(&self) -> ServeSettings;

    /// The service over the configured adapters, which are made where they are not there yet.
    /// `descriptors` is how many files and connections it may have open. Must run in a tokio
    /// runtime.
    fn service(&self, descriptors: u64) -> impl Future<Output = Result<Service, CommandError>>;

    /// The OpenAPI document, indented.
    fn openapi(&self) -> Result<String, CommandError>;
}

/// Where `serve` listens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ServeSettings {
    pub listen: SocketAddr,
    /// Where metrics are served; `None` where they are switched off.
    pub metrics: Option<MetricsAddress>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetricsAddress {
    /// An address that only this machine reaches.
    pub address: SocketAddr,
    /// Whether the address is configured. If not, the service runs without metrics when the address
    /// is in use.
    pub is_configured: bool,
}

/// The service, ready to run.
pub struct Service {
    /// The lock of an SQLite file; `None` for a database server.
    pub lock: Option<InstanceLock>,
    pub api: Api,
    pub metrics: MetricsPage,
    pub sweeper: Sweeper,
    pub sweeps: Box<dyn SweepListener>,
    pub room: StorageRoom,
    pub room_listener: Box<dyn RoomListener>,
    /// The scanner of files, where one is configured.
    pub scanner: Option<SharedScanner>,
}

/// Is told of the sweeps of the running service.
pub trait SweepListener {
    fn ended(&self, report: &SweepReport, at: Timestamp);
    fn failed(&self);
}

/// Is told of the free room for files while the service runs.
pub trait RoomListener {
    /// `None` if it could not be measured.
    fn measured(&self, report: Option<RoomReport>);
}
