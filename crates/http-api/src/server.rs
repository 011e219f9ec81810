//! Listens, answers and stops; joins the endpoints with the document that describes them.
//!
//! Here belongs what the service as a whole listens and runs on: its two listeners, their threads,
//! and the one place where routes and middleware become an application of actix.

mod app;
pub(crate) mod blocking_threads;
mod listening;
pub(crate) mod metrics_server;

use std::future::Future;
use std::net::TcpListener;
use std::pin::pin;
use std::time::Duration;

use actix_web::web;
use futures::future::{Either, join, select};
use serde_json::Value as Json;
use tokio::time::sleep;
use usecases::FormCatalogue;

use crate::connection::client_address::UnnamedProxyWarning;
use crate::events::EventLog;
use crate::openapi::{self, Endpoint, Facts};
use crate::readiness::Readiness;
use crate::response::served_file::ServedFile;
use crate::route_patterns::RoutePatterns;
use crate::routes;
use crate::settings::HttpSettings;
use crate::shutdown::Shutdown;
use crate::state::{Api, State};
use listening::listen;

/// actix's workers cut requests off by a clock of their own; what ends this shortly before the time
/// is over counts as cut off, too.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// Serves until `shutdown` is there, then accepts nothing more, lets requests under way finish
/// within the bound of the settings, cuts off the others, and returns. Must run in a tokio runtime;
/// the workers bring their own.
pub async fn serve(
    api: Api,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let document = document(&api.settings, &api.forms).to_string();
    let document = ServedFile::plain("application/json", document.into());
    let state = web::Data::new(State {
        readiness: Readiness::of(api.storage.clone()),
        events: EventLog::new(api.settings.logs_whole_addresses),
        api,
        document,
        routes: RoutePatterns::new(routes::endpoints().iter().map(Endpoint::known_route)),
        unnamed_proxy: UnnamedProxyWarning::default(),
        shutdown: Shutdown::default(),
    });
    let server = listen(state.clone(), listener)?;
    let handle = server.handle();
    let ended = match select(server, pin!(shutdown)).await {
        Either::Left((ended, _)) => ended,
        Either::Right(((), server)) => {
            let time = state.api.settings.stop_time_max;
            let time = sleep(time.saturating_sub(LAST_MOMENT));
            let stopped = join(handle.stop(true), server);
            match select(pin!(time), pin!(stopped)).await {
                Either::Left(((), stopped)) => {
                    state.shutdown.mark_time_over();
                    stopped.await.1
                }
                Either::Right(((_, ended), _)) => ended,
            }
        }
    };
    state.shutdown.mark_time_over();
    state.shutdown.all_have_ended().await;
    state.events.tell_untold();
    ended
}

/// The OpenAPI document for these settings and form types.
pub fn document(settings: &HttpSettings, forms: &FormCatalogue) -> Json {
    openapi::document(&Facts { settings, forms }, routes::endpoints())
}

#[cfg(test)]
mod tests;
