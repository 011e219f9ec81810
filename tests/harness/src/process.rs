//! A process of the service, from its first line to its end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, mpsc};

use serde_json::Value;
use test_servers::waiting::PATIENCE;

/// Killed when it goes out of scope.
pub(crate) struct Process {
    child: Child,
    base: String,
    metrics_url: String,
    log: Arc<Mutex<String>>,
}

impl Process {
    /// Starts it and waits until it listens.
    pub(crate) fn start(command: &mut Command) -> Self {
        let command = command.stderr(Stdio::piped()).stdout(Stdio::null());
        let mut child = command.spawn().expect("the service starts");
        let log = Arc::new(Mutex::default());
        let line = listening(&mut child, &log);
        Self {
            base: text(&line, "address"),
            metrics_url: text(&line, "metrics_address"),
            log,
            child,
        }
    }

    /// Where it listens: scheme, host and port.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// Where its page for Prometheus is.
    pub(crate) fn metrics_url(&self) -> &str {
        &self.metrics_url
    }

    /// What it has said so far.
    pub(crate) fn log(&self) -> String {
        self.log.lock().expect("a log").clone()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Kills it without warning. It must still be running.
    pub(crate) fn kill(mut self) {
        let ended = self.child.try_wait().expect("a child can be asked");
        assert_eq!(ended, None, "the service ended by itself");
        self.child.kill().expect("the service was running");
        self.child.wait().expect("the service ended");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads the start-up lines until one names the addresses, gives that, and goes on reading so that
/// the pipe never fills.
fn listening(child: &mut Child, log: &Arc<Mutex<String>>) -> Value {
    let stderr = child.stderr.take().expect("standard error is piped");
    let (sender, receiver) = mpsc::channel();
    let said = Arc::clone(log);
    std::thread::spawn(move || {
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            let mut log = said.lock().expect("a log");
            log.push_str(&line);
            log.push('\n');
            if line.contains("\"listening\"") {
                let _ = sender.send(line);
            }
        }
    });
    match receiver.recv_timeout(PATIENCE) {
        Ok(line) => serde_json::from_str(&line).expect("a line of JSON"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let log = log.lock().expect("a log");
            panic!("the service ended at its start:\n{log}")
        }
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("the service did not say where it listens"),
    }
}

fn text(line: &Value, field: &str) -> String {
    line[field].as_str().expect("an address").to_owned()
}
