//! The signals that stop the service: SIGTERM and Ctrl-C. SIGHUP is ignored, since there is nothing
//! to reload.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens for the signals from its creation on.
pub(crate) struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    /// Takes the signals over from the system, which would end the process at once. Must run in a
    /// runtime.
    pub(crate) fn listen() -> io::Result<Self> {
        // From here on it does nothing; otherwise it would end the process at once.
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
