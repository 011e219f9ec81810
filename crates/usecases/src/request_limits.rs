//! How many requests a client, an application and the holders of a master key may make, and how
//! many forms a client may upload.
//!
//! The address is counted first, before anything of the request is judged. The key's owner is
//! counted when [`AccessControl`](crate::AccessControl) has verified the key, so keys that somebody
//! invents use up nothing and are not remembered. A request that the owner's limit refuses stays
//! counted for its address: it has cost what any request costs.
//!
//! An exempt address is counted by no limit. If counting itself should fail, requests are allowed:
//! limits must not be what stops the service.

mod counter;
mod ticket;

use std::sync::Arc;

use domain::access::Caller;
use domain::client_network::ClientAddress;
use domain::quota::{Allowance, Quota};
use domain::rate_limit_subject::RateLimitSubject;
use ipnet::IpNet;
use ports::{Clock, QuotaCell, RequestLimiter};

use counter::Counter;
use ticket::judged;

pub use counter::{SharedCountStatus, probe_cell};
pub use ticket::{RateLimitError, RateLimitScope, RateLimitStatus, RateLimitTicket};

/// All IPv6 addresses of one site together have this many times the uploads of one address.
pub const SITE_FACTOR: u32 = 10;

/// The limits: how many requests each kind of subject may make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitRules {
    /// Whether anything is counted at all.
    pub enabled: bool,
    /// Requests of one address, whatever becomes of them.
    pub per_address: Quota,
    /// With the key of one application.
    pub per_key: Quota,
    /// With a master key, from one address.
    pub per_master_key: Quota,
    /// Uploads of one address. A site of IPv6 has [`SITE_FACTOR`] times as many.
    pub uploads: Quota,
    /// Addresses that are not counted.
    pub exempt: Vec<IpNet>,
}

/// Counts requests for their addresses and keys, and says which are too many.
pub struct RequestLimits {
    rules: LimitRules,
    counter: Counter,
    clock: Arc<dyn Clock>,
}

impl RequestLimits {
    /// Counts by these rules: in `shared` while that can be reached, otherwise in `local`.
    pub fn new(
        rules: LimitRules,
        local: Arc<dyn RequestLimiter>,
        shared: Option<Arc<dyn RequestLimiter>>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            rules,
            counter: Counter::new(local, shared),
            clock,
        }
    }

    /// Whether requests of this client are not counted.
    pub fn is_exempt(&self, client: ClientAddress) -> bool {
        match client {
            ClientAddress::HiddenBehind(_) => false,
            ClientAddress::Known(address) => {
                let address = address.to_canonical();
                self.rules.exempt.iter().any(|net| net.contains(&address))
            }
        }
    }

    /// Counts a request of the client.
    pub async fn ticket(self: &Arc<Self>, client: ClientAddress) -> RateLimitTicket {
        if !self.rules.enabled || self.is_exempt(client) {
            return RateLimitTicket::exempt(client, self.rules.per_address);
        }
        let subject = RateLimitSubject::Client(client.network());
        let taken = self.take(subject, self.rules.per_address).await;
        RateLimitTicket::counted(Arc::clone(self), client, taken)
    }

    /// What the client has left after this request: of the limits of its address and its key the
    /// one with less left.
    pub fn status(&self, ticket: &RateLimitTicket) -> RateLimitStatus {
        ticket.status(self.clock.now())
    }

    /// Counts a request for whoever the verified key belongs to.
    async fn take_of_key(&self, caller: Caller, client: ClientAddress) -> Allowance {
        match caller {
            Caller::Application(pa_id) => {
                let subject = RateLimitSubject::Application(pa_id);
                self.take(subject, self.rules.per_key).await
            }
            Caller::Master => {
                let subject = RateLimitSubject::Master(client.network());
                self.take(subject, self.rules.per_master_key).await
            }
        }
    }

    /// Counts an upload for the address and, where that has not refused it, for the site; what the
    /// site refuses is not counted for the address.
    async fn take_of_uploads(&self, client: ClientAddress) -> Result<(), RateLimitError> {
        let network = client.network();
        let own = QuotaCell {
            subject: RateLimitSubject::Uploads(network),
            quota: self.rules.uploads,
        };
        let now = self.clock.now();
        let taken = self.counter.take(&own, now).await;
        judged(&taken, RateLimitScope::UploadsOfAddress)?;
        let site = network.site();
        if !site.has_networks() {
            return Ok(());
        }
        let subject = RateLimitSubject::UploadsOfSite(site);
        let taken = self
            .take(subject, self.rules.uploads.times(SITE_FACTOR))
            .await;
        let judged = judged(&taken, RateLimitScope::UploadsOfSite);
        if judged.is_err() {
            self.counter.give_back(&own, now).await;
        }
        judged
    }

    async fn take(&self, subject: RateLimitSubject, quota: Quota) -> Allowance {
        let cell = QuotaCell { subject, quota };
        self.counter.take(&cell, self.clock.now()).await
    }

    /// Tries the shared count if it was unreachable, so that it is used again even while no request
    /// comes.
    pub async fn look_for_shared_count(&self) {
        self.counter.look_for_shared_count(self.clock.now()).await;
    }

    /// Whether counting together with other instances works, for metrics.
    pub fn shared_count(&self) -> SharedCountStatus {
        self.counter.shared_count()
    }
}
