//! Tells operators that a proxy stands before the service which its settings do not name.

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::http::header::HeaderMap;
use domain::client_network::ClientAddress;
use usecases::RequestLimits;

use super::{ForwardedHeader, TrustedProxies};

/// A line in the log, once for the life of the process.
#[derive(Debug, Default)]
pub(crate) struct UnnamedProxyWarning {
    is_told: AtomicBool,
}

impl UnnamedProxyWarning {
    /// A proxy that is exempt and not trusted stands for all clients behind it: none of them is
    /// limited.
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
