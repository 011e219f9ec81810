//! Listens, answers and stops; joins the endpoints with the document that describes them.

use std::future::Future;
use std::net::TcpListener;
use std::pin::pin;
use std::sync::Arc;

use actix_web::web;
use futures::future::{Either, join, select};
use serde_json::Value as Json;
use usecases::FormCatalogue;

use crate::client_address::UnnamedProxyWarning;
use crate::events::EventLog;
use crate::listening::listen;
use crate::openapi::{self, Facts};
use crate::readiness::Readiness;
use crate::routes;
use crate::served_file::ServedFile;
use crate::settings::HttpSettings;
use crate::state::{Api, State};

/// Serves until `shutdown` is there, then accepts nothing more, lets requests under way finish
/// within the bound of the settings, and returns. Must run in a tokio runtime; the workers bring
/// their own.
pub async fn serve(
    api: Api,
    listener: TcpListener,
    shutdown: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let document = document(&api.settings, &api.forms).to_string();
    let document = ServedFile::plain("application/json", document.into());
    let state = web::Data::new(State {
        readiness: Readiness::of(api.storage.clone(), Arc::clone(&api.attachments)),
        events: EventLog::new(api.settings.logs_whole_addresses),
        api,
        document,
        unnamed_proxy: UnnamedProxyWarning::default(),
    });
    let server = listen(state, listener)?;
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

#[cfg(test)]
mod tests;
