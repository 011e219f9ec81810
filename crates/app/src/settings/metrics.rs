//! `server.metrics_listen`: where Prometheus finds the metrics.

use std::net::SocketAddr;

use cli::MetricsPlace;

use super::source::Source;
use super::table::METRICS_LISTEN;

/// `None`: nowhere.
pub(super) fn metrics_place(source: &mut Source) -> Option<MetricsPlace> {
    let is_asked_for = source.is_given(&METRICS_LISTEN);
    let what = "an address and a port, such as `127.0.0.1:9090` or `[::1]:9090`, or `off`";
    let address = source.parsed(&METRICS_LISTEN, what, |text| match text {
        "off" => Some(None),
        text => text.parse::<SocketAddr>().ok().map(Some),
    })??;
    if address.ip().to_canonical().is_loopback() {
        return Some(MetricsPlace {
            address,
            is_asked_for,
        });
    }
    source.fault(
        &METRICS_LISTEN,
        "must be a loopback address, such as `127.0.0.1:9090` or `[::1]:9090`: whoever reaches it \
            reads the metrics without a key. \
         To read them from another machine, let an agent or a proxy on this one pass them on",
    )
}
