//! The ticket of a request: what its address and its key have left.

use std::sync::{Arc, OnceLock};

use domain::Timestamp;
use domain::access::Caller;
use domain::client_network::ClientAddress;
use domain::quota::{Allowance, Quota};

use super::RequestLimits;

const SECOND: u64 = 1_000_000;

/// A request that was counted for its address, and will be for the owner of its key.
pub struct RateLimitTicket {
    client: ClientAddress,
    address: Allowance,
    /// `None` for a request that is not counted.
    limits: Option<Arc<RequestLimits>>,
    owner: OnceLock<Allowance>,
}

/// What a client has left, for its next requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimitStatus {
    /// Requests allowed in a window.
    pub limit: u32,
    /// How many more would be allowed at once.
    pub remaining: u32,
    /// Seconds since 1970 at which the full limit is there again.
    pub reset_unix_seconds: i64,
}

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RateLimitScope {
    /// The requests of one address.
    Address,
    /// The requests with one key.
    Key,
    /// The uploads of one address.
    UploadsOfAddress,
    /// The uploads of a site of IPv6.
    UploadsOfSite,
}

/// A limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("too many requests")]
pub struct RateLimitError {
    /// What the limit counts.
    pub scope: RateLimitScope,
    /// How many it allows.
    pub limit: u32,
    /// Seconds after which the next request would be allowed; at least one.
    pub retry_after_seconds: u64,
}

impl RateLimitTicket {
    /// A request that is not counted.
    pub fn exempt(client: ClientAddress, per_address: Quota) -> Self {
        Self {
            client,
            address: per_address.allowance(0, true),
            limits: None,
            owner: OnceLock::new(),
        }
    }

    pub(super) fn counted(
        limits: Arc<RequestLimits>,
        client: ClientAddress,
        address: Allowance,
    ) -> Self {
        Self {
            client,
            address,
            limits: Some(limits),
            owner: OnceLock::new(),
        }
    }

    /// Where the request comes from.
    pub fn client(&self) -> ClientAddress {
        self.client
    }

    /// Whether the address may make this request.
    pub fn admitted(&self) -> Result<(), RateLimitError> {
        judged(&self.address, RateLimitScope::Address)
    }

    pub(super) fn status(&self, now: Timestamp) -> RateLimitStatus {
        let tighter = match self.owner.get() {
            Some(owner) if owner.remaining <= self.address.remaining => owner,
            _ => &self.address,
        };
        let full_after = i64::try_from(tighter.full_after).unwrap_or(i64::MAX);
        let full_at = now.microseconds().saturating_add(full_after);
        let seconds = full_at.saturating_add(999_999).div_euclid(1_000_000);
        RateLimitStatus {
            limit: tighter.limit,
            remaining: tighter.remaining,
            reset_unix_seconds: seconds,
        }
    }

    /// Counts the request for the owner of the verified key; only once, however often it is called.
    pub(crate) async fn count(&self, caller: Caller) -> Result<(), RateLimitError> {
        let Some(limits) = &self.limits else {
            return Ok(());
        };
        if self.owner.get().is_none() {
            let owner = limits.take_of_key(caller, self.client).await;
            // Nobody else can have come first: a request is handled in one piece.
            let _ = self.owner.set(owner);
        }
        let owner = self.owner.get();
        owner.map_or(Ok(()), |owner| judged(owner, RateLimitScope::Key))
    }

    /// Counts an upload. An error if the client may not make it.
    pub async fn count_upload(&self) -> Result<(), RateLimitError> {
        match &self.limits {
            Some(limits) => limits.take_of_uploads(self.client).await,
            None => Ok(()),
        }
    }
}

pub(super) fn judged(allowance: &Allowance, scope: RateLimitScope) -> Result<(), RateLimitError> {
    match allowance.retry_after {
        None => Ok(()),
        Some(microseconds) => Err(RateLimitError {
            scope,
            limit: allowance.limit,
            retry_after_seconds: microseconds.div_ceil(SECOND).max(1),
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::OnceLock;

    use domain::Timestamp;
    use domain::client_network::ClientAddress;
    use domain::quota::{Allowance, Quota};

    use super::{RateLimitScope, RateLimitTicket, judged};

    #[test]
    fn whoever_waits_the_seconds_that_he_is_told_is_never_too_early() {
        for (microseconds, seconds) in [(0, 1), (1, 1), (1_000_000, 1), (1_000_001, 2)] {
            let refused = Allowance {
                retry_after: Some(microseconds),
                ..Quota::PER_KEY.allowance(0, true)
            };
            let told = judged(&refused, RateLimitScope::Key).unwrap_err();
            assert_eq!(told.retry_after_seconds, seconds, "{microseconds}");
        }
    }

    #[test]
    fn the_second_of_the_reset_has_begun_only_when_the_full_limit_is_there() {
        for (full_after, reset) in [(0, 5), (1, 6), (1_000_000, 6), (1_000_001, 7)] {
            let ticket = RateLimitTicket {
                client: ClientAddress::Known(Ipv4Addr::LOCALHOST.into()),
                address: Quota::PER_ADDRESS.allowance(full_after, true),
                limits: None,
                owner: OnceLock::new(),
            };
            let now = Timestamp::from_microseconds(5_000_000).unwrap();
            assert_eq!(ticket.status(now).reset_unix_seconds, reset, "{full_after}");
        }
    }
}
