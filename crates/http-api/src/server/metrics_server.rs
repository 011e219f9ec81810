//! The page for Prometheus, on an address of its own, which must be one that only this machine
//! reaches: it asks for no key.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::KeepAlive;
use actix_web::{App, HttpResponse, HttpServer, web};

/// Writes the page, or nothing where that fails.
pub type MetricsPage = Arc<dyn Fn() -> Option<String> + Send + Sync>;

/// The text format of Prometheus.
const CONTENT_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Connections at once; further ones wait to be accepted.
const CONNECTIONS_MAX: usize = 16;

/// Longest time for the head of a request to arrive, and for a client to close its end.
const TIME_MAX: Duration = Duration::from_secs(5);

/// Serves the page at `/metrics` and nothing else, until it is dropped. Must run in a tokio
/// runtime.
pub async fn serve_metrics(page: MetricsPage, listener: TcpListener) -> std::io::Result<()> {
    let page = web::Data::new(page);
    let app = move || {
        let route = web::resource("/metrics").route(web::get().to(answer));
        App::new().app_data(page.clone()).service(route)
    };
    HttpServer::new(app)
        .workers(1)
        .max_connections(CONNECTIONS_MAX)
        // Idle connections would take the place of those who ask.
        .keep_alive(KeepAlive::Disabled)
        .client_request_timeout(TIME_MAX)
        .client_disconnect_timeout(TIME_MAX)
        .disable_signals()
        .listen(listener)?
        .run()
        .await
}

async fn answer(page: web::Data<MetricsPage>) -> HttpResponse {
    match (page.as_ref())() {
        Some(text) => HttpResponse::Ok().content_type(CONTENT_TYPE).body(text),
        None => HttpResponse::InternalServerError().finish(),
    }
}
