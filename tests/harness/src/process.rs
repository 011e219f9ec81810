//! A process of the service, from its first line to its end.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Killed when it goes out of scope.
pub(crate) struct Process {
    child: Child,
    base: String,
}

impl Process {
    /// Starts it and waits until it listens.
    pub(crate) fn start(command: &mut Command) -> Self {
        let command = command.stderr(Stdio::piped()).stdout(Stdio::null());
        let mut child = command.spawn().expect("the service starts");
        Self {
            base: listening_address(&mut child),
            child,
        }
    }

    /// Where it listens: scheme, host and port.
    pub(crate) fn base(&self) -> &str {
        &self.base
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

/// Reads the start-up lines until one names the address, and goes on reading so that the pipe never fills.
fn listening_address(child: &mut Child) -> String {
    let stderr = child.stderr.take().expect("standard error is piped");
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut log = String::new();
        for line in BufReader::new(stderr).lines().map_while(Result::ok) {
            if let Some(address) = line.split("http://").nth(1) {
                let end = address.find(|character: char| {
                    !character.is_ascii_digit() && character != '.' && character != ':'
                });
                let _ = sender.send(Ok(format!(
                    "http://{}",
                    &address[..end.unwrap_or(address.len())]
                )));
            }
            log.push_str(&line);
            log.push('\n');
        }
        let _ = sender.send(Err(log));
    });
    match receiver.recv_timeout(Duration::from_secs(120)) {
        Ok(Ok(address)) => address,
        Ok(Err(log)) => panic!("the service ended at its start:\n{log}"),
        Err(_) => panic!("the service did not say where it listens"),
    }
}
