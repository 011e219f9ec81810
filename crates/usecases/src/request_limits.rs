//! How many requests a client, an application and the holders of a master key may make.
//!
//! The address is counted first, before anything of the request is judged. The key's owner is
//! counted when [`AccessControl`](crate::AccessControl) has verified the key, so keys that somebody
//! invents use up nothing and are not remembered. Where the owner has nothing left, the address
//! gets its count back: what one limit refuses takes nothing from the other. Taking both only once
//! the key is known would let any number of slow requests begin at once.
//!
//! An exempt address is counted by neither limit. If counting itself should fail, requests are
//! allowed: limits must not be what stops the service.

mod counter;
mod ticket;

use std::sync::Arc;

use domain::party::{ClientAddress, Party};
use domain::quota::Quota;
use ipnet::IpNet;
use ports::{Clock, QuotaCell, RequestLimiter};

use counter::Counter;

pub use counter::SharedCountStatus;
pub use ticket::{RateLimitError, RateLimitStatus, RateLimitTicket};

/// Who may make how many requests.
#[derive(Debug, Clone)]
pub struct LimitRules {
    /// Whether anything is counted at all.
    pub enabled: bool,
    /// Of one address.
    pub per_address: Quota,
    /// With the key of one application, or with a master key.
    pub per_key: Quota,
    /// Addresses that are not counted.
    pub exempt: Vec<IpNet>,
}

/// Counts requests.
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

    /// Whether requests from there are not counted.
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
        let cell = QuotaCell {
            party: Party::Client(client.network()),
            quota: self.rules.per_address,
        };
        let taken = self.counter.take(&cell, self.clock.now()).await;
        RateLimitTicket::counted(Arc::clone(self), client, cell, taken)
    }

    /// What is left after a request, by the limit that has less left.
    pub fn standing(&self, ticket: &RateLimitTicket) -> RateLimitStatus {
        ticket.standing(self.clock.now())
    }

    /// How counting together with other instances goes, for those who watch the service.
    pub fn shared_count(&self) -> SharedCountStatus {
        self.counter.shared_count()
    }
}
