//! `server.metrics_listen`: where Prometheus finds the metrics.

use std::net::{Ipv4Addr, SocketAddr};

use cli::MetricsPlace;

use super::source::Source;

const NAME: &str = "server.metrics_listen";

/// The place; `None`: nowhere.
pub(super) fn metrics_place(source: &mut Source) -> Option<MetricsPlace> {
    let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, 9090));
    let what = "an address and a port, such as `127.0.0.1:9090` or `[::1]:9090`, or `off`";
    let address = source.parsed(NAME, what, |text| match text {
        "off" => Some(None),
        text => text.parse::<SocketAddr>().ok().map(Some),
    });
    let is_asked_for = address.is_some();
    let address = address.unwrap_or(Some(usual))?;
    if address.ip().to_canonical().is_loopback() {
        return Some(MetricsPlace {
            address,
            is_asked_for,
        });
    }
    source.fault(
        NAME,
        "must be a loopback address, such as `127.0.0.1:9090` or `[::1]:9090`: whoever reaches it \
            reads the metrics without a key. \
         To read them from another machine, let an agent or a proxy on this one pass them on",
    )
}
