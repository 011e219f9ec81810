//! Which connections are accepted: each client has a share of them.
//!
//! One that is refused is accepted all the same where there is room beside the pool, so that its
//! first request learns why; then it is closed. Connections of trusted proxies are not ended for
//! others, since they carry the requests of many; the clients behind them share everything else.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use domain::client_network::ClientNetwork;
use usecases::{SharePermit, SharedPool};

use super::ConnectionHandle;
use super::client_address::TrustedProxies;

/// How many connections may wait, each with its descriptor.
pub(crate) const CONNECTIONS_WAITING_MAX: usize = 64;

/// How many refused connections may wait for their answer at once.
pub(crate) const CONNECTIONS_REFUSED_MAX: usize = 64;

/// Gives places in the pool to connections, or refuses them.
#[derive(Clone)]
pub(crate) struct Admission {
    pool: SharedPool,
    proxies: TrustedProxies,
    refused: Arc<AtomicUsize>,
}

/// The place of a connection, given back when it is closed.
pub(crate) enum ConnectionPlace {
    Shared { _permit: SharePermit },
    BesideThePool { _refused: RefusedCount },
}

/// One of the refused connections that are answered.
pub(crate) struct RefusedCount(Arc<AtomicUsize>);

impl Admission {
    pub(crate) fn new(pool: SharedPool, proxies: TrustedProxies) -> Self {
        Self {
            pool,
            proxies,
            refused: Arc::default(),
        }
    }

    /// The place for a connection from this address; `None` where there is not even room to refuse
    /// it.
    pub(crate) async fn admit(
        &self,
        socket: IpAddr,
        connection: &ConnectionHandle,
    ) -> Option<ConnectionPlace> {
        let socket = socket.to_canonical();
        let client = ClientNetwork::of(socket);
        let permit = if self.proxies.contains(&socket) {
            self.pool.acquire(client).await
        } else {
            let revoked = connection.clone();
            let revoke = move || revoked.end();
            self.pool.acquire_revocable(client, 1, revoke).await
        };
        if let Ok(_permit) = permit {
            return Some(ConnectionPlace::Shared { _permit });
        }
        connection.refuse();
        let _refused = RefusedCount::add_to(&self.refused)?;
        Some(ConnectionPlace::BesideThePool { _refused })
    }
}

impl RefusedCount {
    pub(super) fn add_to(count: &Arc<AtomicUsize>) -> Option<Self> {
        let added = Self(Arc::clone(count));
        let before = count.fetch_add(1, Ordering::AcqRel);
        (before < CONNECTIONS_REFUSED_MAX).then_some(added)
    }
}

impl Drop for RefusedCount {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
