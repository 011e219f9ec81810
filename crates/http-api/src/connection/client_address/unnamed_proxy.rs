//! Tells operators that a proxy stands before the service which its settings do not name.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::http::header::HeaderMap;
use domain::client_network::ClientAddress;
use usecases::RequestLimits;

use super::{ForwardedHeader, TrustedProxies};

/// A warning in the log, written once in the life of the process.
#[derive(Debug, Default)]
pub(crate) struct UnnamedProxyWarning {
    is_told: AtomicBool,
}

impl UnnamedProxyWarning {
    /// Warns if a request with a forwarding header comes from an address that is exempt from the
    /// limits and not a trusted proxy: no client behind it is limited then.
    pub(crate) fn tell_if_needed(
        &self,
        socket: IpAddr,
        headers: &HeaderMap,
        proxies: &TrustedProxies,
        limits: &RequestLimits,
    ) {
        let socket = socket.to_canonical();
        let names_a_client = |header: ForwardedHeader| headers.contains_key(header.name());
        let is_unnamed = !self.is_told.load(Ordering::Relaxed)
            && ForwardedHeader::ALL.into_iter().any(names_a_client)
            && !proxies.contains(&socket)
            && limits.is_exempt(ClientAddress::Known(socket));
        if is_unnamed && !self.is_told.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                peer = %socket,
                "limits are probably off for everyone: requests are forwarded by a proxy whose \
                 address is exempt and not in server.trusted_proxies"
            );
        }
    }
}
