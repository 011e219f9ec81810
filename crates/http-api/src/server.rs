//! Listens, answers and stops; joins the endpoints with the document that describes them.

use std::future::Future;
use std::net::TcpListener;
use std::pin::pin;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::{App, Error, HttpServer, web};
use futures::future::{Either, join, select};
use serde_json::Value as Json;
use usecases::FormCatalogue;

use crate::client_address::UnnamedProxyWarning;
use crate::events::EventLog;
use crate::openapi::{self, Facts};
use crate::readiness::Readiness;
use crate::served_file::ServedFile;
use crate::settings::HttpSettings;
use crate::state::{Api, State};
use crate::{envelope, routes};

/// How long a client that was answered may leave the connection open for which there is no more
/// use.
const DISCONNECT_TIME_MAX: Duration = Duration::from_secs(2);

/// Serves until `shutdown` is there, then accepts nothing more, lets requests under way finish
/// within the bound of the settings, and returns. Must run in a tokio runtime; the workers bring
/// their own.
pub async fn serve(
    api: Api,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let settings = api.settings.clone();
    let document = document(&api.settings, &api.forms).to_string();
    let document = ServedFile::plain("application/json", document.into());
    let state = web::Data::new(State {
        readiness: Readiness::new(api.storage.clone()),
        events: EventLog::new(api.settings.logs_whole_addresses),
        api,
        document,
        unnamed_proxy: UnnamedProxyWarning::default(),
    });
    let workers = settings.workers.max(1);
    let server = HttpServer::new(move || app(state.clone()))
        .workers(workers)
        .max_connections(settings.connections_max.div_ceil(workers))
        .keep_alive(settings.keep_alive)
        .client_request_timeout(settings.head_time_max)
        .client_disconnect_timeout(DISCONNECT_TIME_MAX)
        .shutdown_timeout(settings.stop_time_max.as_secs())
        .disable_signals()
        .listen(listener)?
        .run();
    let handle = server.handle();
    match select(server, pin!(shutdown)).await {
        Either::Left((ended, _)) => ended,
        Either::Right(((), server)) => join(handle.stop(true), server).await.1,
    }
}

/// The OpenAPI document for these settings and form types.
pub fn document(settings: &HttpSettings, forms: &FormCatalogue) -> Json {
    openapi::document(&Facts { settings, forms }, routes::endpoints())
}

/// The routes with everything around them.
pub(crate) fn app(
    state: web::Data<State>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = Error,
        InitError = (),
    >,
> {
    App::new()
        .app_data(state)
        .wrap(from_fn(envelope::envelope))
        .configure(routes::configure)
        .default_service(web::to(routes::unknown))
}

#[cfg(test)]
mod tests;
