//! From a listener to requests: every connection is admitted, watched, and read as HTTP.
//!
//! Built from the parts of which `actix_web::HttpServer` is made, since that gives no place between
//! the socket and the HTTP library.

use std::net::TcpListener;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol};
use actix_service::{ServiceFactoryExt as _, map_config};
use actix_web::dev::{AppConfig, Extensions, Server, fn_service};
use actix_web::rt::net::TcpStream;
use actix_web::web::Data;
use socket2::SockRef;

use super::app::app;
use super::blocking_threads::keep_blocking_thread;
use crate::connection::{
    Admission, CONNECTIONS_REFUSED_MAX, CONNECTIONS_WAITING_MAX, Connection, ConnectionHandle,
};
use crate::state::State;

/// How long a client may keep its end of a connection open that the service has closed.
const DISCONNECT_TIME_MAX: Duration = Duration::from_secs(2);

/// At most so many unsent bytes lie in the system's socket buffer, so that an answer moves in small
/// steps over the slowest line that is allowed, and one that does not move is noticed.
const UNSENT_BYTES_MAX: u32 = 32 * 1024;

/// The running server, to be awaited.
pub(super) fn listen(state: Data<State>, listener: TcpListener) -> std::io::Result<Server> {
    let settings = &state.api.settings;
    let (workers, stop_time_max) = (settings.workers.max(1), settings.stop_time_max);
    // The pool bounds them; further ones wait to be accepted.
    let connections_max =
        settings.connections_max + CONNECTIONS_WAITING_MAX + CONNECTIONS_REFUSED_MAX;
    let proxies = settings.trusted_proxies.clone();
    let admission = Admission::new(state.api.pools.connections.clone(), proxies);
    let address = listener.local_addr()?;
    prepare(&listener)?;
    let builder = Server::build();
    let stopping = builder.graceful_shutdown_signal();
    // Called once on the runtime of each worker.
    let factory = move || {
        actix_web::rt::spawn(keep_blocking_thread());
        let settings = &state.api.settings;
        let (admission, rate) = (admission.clone(), settings.minimum_rate);
        let stopping = stopping.clone();
        let stops = move || {
            let stopping = stopping.clone();
            async move { stopping.notified().await }
        };
        let http = HttpService::build()
            .graceful_shutdown_signal(stops)
            .keep_alive(settings.keep_alive)
            .client_request_timeout(settings.head_time_max)
            .client_disconnect_timeout(DISCONNECT_TIME_MAX)
            .local_addr(address)
            .on_connect_ext(|connection: &Connection, data: &mut Extensions| {
                data.insert(connection.handle());
            })
            .finish(map_config(app(state.clone()), |()| AppConfig::default()));
        let admitted = move |socket: TcpStream| {
            let admission = admission.clone();
            async move {
                let peer = socket.peer_addr()?;
                let handle = ConnectionHandle::new(rate);
                let place = admission.admit(peer.ip(), &handle).await;
                let place = place.ok_or(DispatchError::DisconnectTimeout)?;
                let connection = Connection::new(socket, handle, place);
                Ok((connection, Protocol::Http1, Some(peer)))
            }
        };
        fn_service(admitted).and_then(http)
    };
    let server = builder
        .workers(workers)
        .max_concurrent_connections(connections_max)
        .shutdown_timeout(stop_time_max.as_secs())
        .disable_signals()
        .listen("http", listener, factory)?;
    Ok(server.run())
}

/// Sets what every connection has from its listener: a bound of what is unsent, and that the last
/// piece of an answer leaves at once. Without that it waits for the client to acknowledge the
/// pieces before it (RFC 9293, 3.7.4), which clients put off for 40 ms and more (RFC 1122,
/// 4.2.3.2).
fn prepare(listener: &TcpListener) -> std::io::Result<()> {
    let socket = SockRef::from(listener);
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_notsent_lowat(UNSENT_BYTES_MAX)
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpStream};

    use super::*;

    #[test]
    fn connections_send_the_last_piece_of_an_answer_at_once() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        prepare(&listener).unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (connection, _) = listener.accept().unwrap();
        let connection = SockRef::from(&connection);
        assert!(connection.tcp_nodelay().unwrap());
        assert_eq!(connection.tcp_notsent_lowat().unwrap(), UNSENT_BYTES_MAX);
    }
}
