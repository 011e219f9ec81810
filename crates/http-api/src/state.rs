//! What every handler can reach.

use std::sync::Arc;

use usecases::{
    AccessControl, Applications, Attachments, CostPositions, FormCatalogue, RequestLimits,
    RetryPepper, Storage,
};

use crate::connection::client_address::UnnamedProxyWarning;
use crate::events::EventLog;
use crate::pools::Pools;
use crate::readiness::Readiness;
use crate::request_listener::RequestListener;
use crate::response::served_file::ServedFile;
use crate::route_patterns::RoutePatterns;
use crate::settings::HttpSettings;
use crate::shutdown::Shutdown;

/// The use cases that are served, and the settings they are served with.
#[derive(Clone)]
pub struct Api {
    pub applications: Arc<Applications>,
    pub attachments: Arc<Attachments>,
    pub cost_positions: Arc<CostPositions>,
    pub forms: Arc<FormCatalogue>,
    /// Database and blob store; only asked whether they answer.
    pub storage: Storage,
    pub access: Arc<AccessControl>,
    pub limits: Arc<RequestLimits>,
    /// The secret with which answers kept for retries are sealed.
    pub retry_pepper: RetryPepper,
    /// Who is told of every request.
    pub listener: Arc<dyn RequestListener>,
    /// The pools of connections, uploads, downloads and answers that clients share.
    pub pools: Pools,
    pub settings: HttpSettings,
}

/// The use cases together with what all workers share.
pub(crate) struct State {
    pub(crate) api: Api,
    pub(crate) readiness: Readiness,
    pub(crate) events: EventLog,
    /// The OpenAPI document of these settings and form types.
    pub(crate) document: ServedFile,
    pub(crate) routes: RoutePatterns,
    pub(crate) unnamed_proxy: UnnamedProxyWarning,
    pub(crate) shutdown: Shutdown,
}
