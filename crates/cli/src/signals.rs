//! The signals that stop the service: SIGTERM and Ctrl-C. SIGHUP is ignored, since there is nothing
//! to reload.

use std::io;

use rustix::process::Signal;
use tokio::runtime::Builder;
use tokio::signal::unix::{Signal as Signals, SignalKind, signal};

/// Listens for the signals from its creation on.
pub(crate) struct StopSignals {
    terminate: Signals,
    interrupt: Signals,
}

impl StopSignals {
    /// Takes the signals over from the system, which would end the process at once. Must run in a
    /// runtime.
    pub(crate) fn listen() -> io::Result<Self> {
        // From here on they do nothing; otherwise they would end the process at once.
        drop(signal(SignalKind::hangup())?);
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Waits for one of them.
    pub(crate) async fn wait(mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// From here on a file that may not grow (`ulimit -f`) fails what writes it, and does not end the
/// program: the service goes on, and a command says what it could not do.
pub(crate) fn survive_files_at_their_bound() -> io::Result<()> {
    // The system keeps what is taken over when this is gone.
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let _entered = runtime.enter();
    drop(signal(SignalKind::from_raw(Signal::XFSZ.as_raw()))?);
    Ok(())
}
