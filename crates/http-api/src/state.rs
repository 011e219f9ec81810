//! What every handler can reach.

use std::sync::Arc;

use tokio::sync::Semaphore;
use usecases::{Access, Applications, FormCatalogue};

use crate::HttpSettings;

/// The use cases that are served, and within which bounds.
#[derive(Clone)]
pub struct Api {
    /// The applications.
    pub applications: Arc<Applications>,
    /// The form types.
    pub forms: Arc<FormCatalogue>,
    /// Who may do what.
    pub access: Arc<Access>,
    /// The bounds.
    pub settings: HttpSettings,
}

/// The use cases together with what all workers share.
pub(crate) struct State {
    pub(crate) api: Api,
    /// One permit for each KiB of uploads that may be in memory.
    pub(crate) upload_memory: Arc<Semaphore>,
}

impl State {
    pub(crate) fn new(api: Api) -> Self {
        let permits = api.settings.uploads_together_bytes_max.div_ceil(1024);
        Self {
            upload_memory: Arc::new(Semaphore::new(permits.min(Semaphore::MAX_PERMITS))),
            api,
        }
    }
}
