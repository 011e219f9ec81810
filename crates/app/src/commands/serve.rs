//! `serve`: runs the service until it is told to stop.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use anyhow::Context as _;
use http_api::MetricsPage;

use crate::clock::{SystemClock, SystemEntropy};
use crate::command_line::Configuration;
use crate::failure::Failure;
use crate::first_start::{self, FILE_NAME};
use crate::settings::{DatabasePlace, LogFormat, MetricsPlace, Settings};
use crate::signals::StopSignals;
use crate::wiring::{self, Service, Watch};
use crate::{logging, sweeping, terminal};

use super::{runtime, settings};

/// Instances that share a database would each make a key of their own.
#[cfg(feature = "postgres")]
const NO_MASTER_KEY: &str = "`auth.master_key_hashes` must be set when `database.url` names a \
    server, so that all instances take the same master key: \
     `formservice hash-key` makes a hash. An empty list in the configuration file means that \
     nobody administers.";

const TAKEN: &str = "perhaps another formservice. Stop it, or set `server.listen`.";

const METRICS_TAKEN: &str = "perhaps another formservice, or Prometheus itself. Set \
    `server.metrics_listen` to an address with another port, or to `off`.";

/// Reads the settings, then serves.
pub(crate) fn run(configuration: &Configuration) -> Result<(), Failure> {
    let settings = settings(configuration)?;
    let format = settings.log_format.unwrap_or_else(terminal::log_format);
    logging::start(format, settings.log_level);
    let runtime = runtime()?;
    let served = runtime.block_on(serve(&settings, format));
    // Work that nobody waits for any more shall not hold up the end.
    runtime.shutdown_background();
    served
}

async fn serve(settings: &Settings, format: LogFormat) -> Result<(), Failure> {
    let stop = StopSignals::listen().context("Signals cannot be received")?;
    let listener = listen(settings.listen, TAKEN)?;
    let metrics_listener = metrics_listener(settings.metrics)?;
    let forms = wiring::form_types(settings.forms.as_deref())?;
    let watch = Watch::begin(&SystemClock).context("The metrics cannot be set up")?;
    let store = watch.store(&settings.database)?;
    let hashes = master_key_hashes(settings)?;
    let Service {
        api,
        sweeper,
        sweeps,
    } = wiring::service(settings, store, hashes, forms, &watch).await?;
    announce(&listener, metrics_listener.as_ref(), format)?;
    let clock = SystemClock;
    let grace_seconds = settings.sweep_grace_seconds;
    tokio::select! {
        served = http_api::serve(api, listener, stop.wait()) => served.context("The service broke \
            off")?,
        () = sweeping::keep_sweeping(sweeper, sweeps, &clock, grace_seconds) => {}
        () = keep_telling(watch.page(), metrics_listener) => {}
    }
    tracing::info!("stopped");
    Ok(())
}

/// Serves the metrics until it is dropped, which is when the service has stopped. Where they break
/// off, the service goes on.
async fn keep_telling(page: MetricsPage, listener: Option<TcpListener>) {
    if let Some(listener) = listener
        && let Err(error) = http_api::serve_metrics(page, listener).await
    {
        let error: &dyn std::error::Error = &error;
        tracing::error!(error, "the metrics are served no more");
    }
    std::future::pending().await
}

/// Where something else is at the usual address, which nobody asked for, there are no metrics: that
/// shall not keep anybody from a first start.
fn metrics_listener(place: Option<MetricsPlace>) -> anyhow::Result<Option<TcpListener>> {
    let Some(place) = place else {
        return Ok(None);
    };
    match listen(place.address, METRICS_TAKEN) {
        Err(taken) if !place.is_asked_for => {
            tracing::warn!("no metrics: {taken}");
            Ok(None)
        }
        listener => listener.map(Some),
    }
}

fn listen(address: SocketAddr, taken: &str) -> anyhow::Result<TcpListener> {
    TcpListener::bind(address).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            anyhow::anyhow!("Something listens on {address} already, {taken}")
        }
        _ => anyhow::anyhow!("The service cannot listen on {address}: {error}."),
    })
}

/// The configured hashes, or the one of the key that was made at the first start, which is shown if
/// that is now.
fn master_key_hashes(settings: &Settings) -> Result<Vec<String>, Failure> {
    if let Some(hashes) = &settings.master_key_hashes {
        if hashes.is_empty() {
            tracing::warn!("no master key is configured, so nobody can administer");
        }
        return Ok(hashes.clone());
    }
    let folder = match &settings.database {
        DatabasePlace::File(file) => file.parent().unwrap_or(Path::new("")),
        #[cfg(feature = "postgres")]
        DatabasePlace::Server(_) => return Err(Failure::Configuration(vec![NO_MASTER_KEY.into()])),
    };
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    let key = first_start::master_key(folder, &SystemEntropy, wiring::hash_master_key)?;
    match key.made {
        Some(key) => terminal::say(&format!(
            "A master key was made. It is shown only this once; {FILE_NAME} beside the database \
                keeps its hash.\n\n    {key}\n"
        )),
        None => tracing::info!(
            "the master key is the one made at the first start; to have a new one made, remove \
                {FILE_NAME} beside the database"
        ),
    }
    Ok(vec![key.hash])
}

fn announce(
    listener: &TcpListener,
    metrics: Option<&TcpListener>,
    format: LogFormat,
) -> anyhow::Result<()> {
    let address = listener.local_addr().context("The address is gone")?;
    let metrics = metrics.map(TcpListener::local_addr).transpose();
    let metrics = metrics.context("The address of the metrics is gone")?;
    match format {
        LogFormat::Json => {
            let metrics_address = metrics.map(|address| format!("http://{address}/metrics"));
            tracing::info!(address = %format_args!("http://{address}"), metrics_address, "listening");
        }
        LogFormat::Pretty => {
            let version = env!("CARGO_PKG_VERSION");
            // As it was called, so that the line can be copied wherever the program lies.
            let program = std::env::args()
                .next()
                .unwrap_or_else(|| "formservice".to_owned());
            let metrics = metrics.map_or_else(String::new, |address| {
                format!("\nMetrics for Prometheus: http://{address}/metrics\n")
            });
            terminal::say(&format!(
                "formservice {version} listens on http://{address}

Try it in another terminal:
    {program} forms blank pa_form --output antrag.pdf
    # fill it in with any PDF viewer and save it, then
    curl -F form_type=pa_form -F file=@antrag.pdf http://{address}/upload
{metrics}
Ctrl-C stops it.
"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::metrics_listener;
    use crate::settings::MetricsPlace;

    #[test]
    fn only_an_address_that_somebody_asked_for_must_be_free() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = |is_asked_for| MetricsPlace {
            address: taken.local_addr().unwrap(),
            is_asked_for,
        };
        assert!(metrics_listener(Some(place(false))).unwrap().is_none());
        let error = metrics_listener(Some(place(true))).unwrap_err();
        assert!(error.to_string().contains("listens on"), "{error}");
    }
}
