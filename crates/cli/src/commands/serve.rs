//! `serve`: runs the service until it is told to stop.

use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;
use http_api::MetricsPage;
use ports::Store;

use crate::clock_watch::clock_is_wrong;
use crate::command_line::Configuration;
use crate::descriptors::{DESCRIPTORS_MIN, Descriptors};
use crate::idle_memory::keep_giving_memory_back;
use crate::log_flow::{end_log, keep_log_flowing};
use crate::measuring::keep_measuring;
use crate::scanner_watch::keep_asking_scanner;
use crate::shared_count::keep_looking_for_shared_count;
use crate::signals::StopSignals;
use crate::sweeping::{keep_forgetting, keep_sweeping};
use crate::{
    CommandError, FormLibrary, FormTools, LogFormat, MachineClock, MetricsAddress, ProgramSettings,
    Service, ServiceBuilder, SweepSettings, terminal,
};

use super::{runtime, warnings};

const TAKEN: &str = "perhaps another formservice. Stop it, or set `server.listen`.";

const METRICS_TAKEN: &str = "perhaps another formservice, or Prometheus itself. Set \
    `server.metrics_listen` to an address with another port, or to `off`.";

/// Reads the settings, then serves. Where the log is JSON, so is what keeps it from serving.
pub(crate) fn run<I>(configuration: &Configuration) -> ExitCode
where
    I: ProgramSettings + FormLibrary + FormTools + ServiceBuilder + SweepSettings + MachineClock,
{
    let (served, format) = match configuration.read::<I>() {
        Ok(installation) => {
            let format = installation.start_log();
            (run_as_configured(&installation, format), format)
        }
        Err(wrong) => {
            let file = configuration.file();
            (Err(wrong), I::start_log_despite_faults(file.as_deref()))
        }
    };
    let status = match (served, format) {
        (Ok(()), _) => ExitCode::SUCCESS,
        (Err(error), LogFormat::Json) => error.log(),
        (Err(error), LogFormat::Pretty) => error.report(),
    };
    // Also for the last of all lines, which says why it ended.
    end_log();
    status
}

fn run_as_configured<I>(installation: &I, format: LogFormat) -> Result<(), CommandError>
where
    I: ProgramSettings + FormLibrary + FormTools + ServiceBuilder + SweepSettings + MachineClock,
{
    for warning in warnings(installation) {
        tracing::warn!("{warning}");
    }
    let runtime = runtime()?;
    let served = runtime.block_on(serve(installation, format));
    // Work that nobody waits for any more shall not hold up the end.
    runtime.shutdown_background();
    served
}

async fn serve<I>(installation: &I, format: LogFormat) -> Result<(), CommandError>
where
    I: ServiceBuilder + SweepSettings + MachineClock,
{
    let stop = StopSignals::listen().context("Signals cannot be received")?;
    let settings = installation.serve_settings();
    let listener = listen(settings.listen, TAKEN)?;
    let metrics_listener = metrics_listener(settings.metrics)?;
    let Service {
        lock: _held,
        api,
        metrics,
        sweeper,
        sweeps,
        room,
        room_listener,
        scanner,
    } = installation.service(descriptors()).await?;
    announce(&listener, metrics_listener.as_ref(), format)?;
    // Whoever starts it reads what keeps it from serving, however much that is.
    terminal::never_wait();
    let (clock, ages) = (I::clock(), installation.sweep_ages());
    let limits = Arc::clone(&api.limits);
    let store = Arc::clone(&api.storage.store);
    let applications = Arc::clone(&api.applications);
    let mut wrong_clock = None;
    let stop = async {
        tokio::select! {
            () = stop.wait() => {}
            wrong = clock_is_wrong(I::check_clock) => wrong_clock = Some(wrong),
        }
    };
    let served = tokio::select! {
        served = http_api::serve(api, listener, stop) => served.context("The service broke off"),
        () = keep_sweeping(&sweeper, &*sweeps, &*clock, ages) => Ok(()),
        () = keep_forgetting(&applications) => Ok(()),
        () = keep_measuring(&room, &*room_listener) => Ok(()),
        () = keep_looking_for_shared_count(&limits) => Ok(()),
        () = keep_asking_scanner(scanner.as_ref()) => Ok(()),
        () = serve_metrics_page(metrics, metrics_listener) => Ok(()),
        () = keep_log_flowing() => Ok(()),
        () = keep_giving_memory_back(&applications) => Ok(()),
        () = http_api::keep_blocking_thread() => Ok(()),
    };
    close(&*store).await;
    served?;
    tracing::info!("stopped");
    wrong_clock.map_or(Ok(()), Err)
}

/// Whoever stops the service finds in the place of the database all that was acknowledged.
async fn close(store: &dyn Store) {
    if let Err(error) = store.close().await {
        // As one that has a cause: the log tells that too.
        let error: &dyn std::error::Error = &error;
        tracing::warn!(
            error,
            "what was committed last is in the log of the database only: leave that where it is"
        );
    }
}

/// Raises the limit of file descriptors as far as possible, and logs it: it bounds connections and
/// open files.
fn descriptors() -> u64 {
    let found = Descriptors::found();
    let descriptors = found.raise();
    tracing::info!(descriptors, found = found.now, "open files");
    if descriptors < DESCRIPTORS_MIN {
        tracing::warn!(
            descriptors,
            needed = DESCRIPTORS_MIN,
            "too few files may be open, raise the limit (LimitNOFILE, ulimit -n)"
        );
    }
    descriptors
}

/// Serves the metrics until it is dropped, which is when the service has stopped. Where they break
/// off, the service goes on.
async fn serve_metrics_page(page: MetricsPage, listener: Option<TcpListener>) {
    if let Some(listener) = listener
        && let Err(error) = http_api::serve_metrics(page, listener).await
    {
        let error: &dyn std::error::Error = &error;
        tracing::error!(error, "the metrics are served no more");
    }
    std::future::pending().await
}

/// The listener for metrics. `None` if they are switched off, or if something else listens at the
/// default address: that must not prevent a first start.
fn metrics_listener(place: Option<MetricsAddress>) -> anyhow::Result<Option<TcpListener>> {
    let Some(place) = place else {
        return Ok(None);
    };
    match listen(place.address, METRICS_TAKEN) {
        Err(taken) if !place.is_configured => {
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
            let address = format!("http://{address}");
            tracing::info!(address, metrics_address, "listening");
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
            terminal::print_message(&format!(
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
    use crate::MetricsAddress;

    #[test]
    fn only_an_address_that_somebody_asked_for_must_be_free() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let place = |is_configured| MetricsAddress {
            address: taken.local_addr().unwrap(),
            is_configured,
        };
        assert!(metrics_listener(Some(place(false))).unwrap().is_none());
        let error = metrics_listener(Some(place(true))).unwrap_err();
        assert!(error.to_string().contains("listens on"), "{error}");
    }
}
