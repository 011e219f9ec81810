//! A child of the service that another process has forked for it.

use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::process::ExitStatus;

use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
use tokio::runtime::Handle;
use tokio::signal::unix::{SignalKind, signal};

/// Killed when dropped, and waited for either way: none stays as a zombie.
pub(crate) struct ForkedProcess {
    /// `None` once its end is known: the number may then be that of another process.
    pid: Option<Pid>,
    is_killed: bool,
}

impl ForkedProcess {
    pub(crate) fn new(pid: Pid) -> Self {
        Self {
            pid: Some(pid),
            is_killed: false,
        }
    }

    pub(crate) fn is_running(&mut self) -> bool {
        matches!(self.end(WaitOptions::NOHANG), Ok(None))
    }

    /// How it ends.
    pub(crate) async fn wait(&mut self) -> io::Result<ExitStatus> {
        // Before it is looked at, so that no end goes by in between.
        let mut child_ended = signal(SignalKind::child())?;
        loop {
            if let Some(status) = self.end(WaitOptions::NOHANG)? {
                return Ok(status);
            }
            child_ended.recv().await;
        }
    }

    fn end(&mut self, options: WaitOptions) -> io::Result<Option<ExitStatus>> {
        let pid = self.pid.ok_or(io::ErrorKind::NotFound)?;
        let ended = waitpid(Some(pid), options)?;
        Ok(ended.map(|(_, status)| {
            self.pid = None;
            ExitStatus::from_raw(status.as_raw())
        }))
    }
}

impl Drop for ForkedProcess {
    fn drop(&mut self) {
        let Some(pid) = self.pid else {
            return;
        };
        if self.is_killed {
            // No runtime waits for it: it takes no longer than it takes the kernel to end it.
            let _ = self.end(WaitOptions::empty());
            return;
        }
        // It may have ended meanwhile; its number is its own until it is waited for.
        let _ = kill_process(pid, Signal::KILL);
        let mut killed = Self {
            pid: self.pid.take(),
            is_killed: true,
        };
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(async move { killed.wait().await.is_ok() });
        }
    }
}
