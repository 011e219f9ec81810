//! A server as a child process that says in its log where it listens.

use std::io::{BufRead as _, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};

use crate::waiting::PATIENCE;

/// Killed when it is dropped.
pub(super) struct Server {
    child: Child,
    pub(super) port: u16,
}

impl Server {
    /// Starts it and waits until it listens.
    pub(super) fn start(command: &mut Command) -> Self {
        let command = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("the server starts");
        let (sender, receiver) = mpsc::channel();
        watch(child.stdout.take().expect("a pipe"), sender.clone());
        watch(child.stderr.take().expect("a pipe"), sender);
        let mut server = Self { child, port: 0 };
        server.port = receiver
            .recv_timeout(PATIENCE)
            .expect("the server says where it listens");
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Looks for the address, and goes on reading so that the pipe never fills.
fn watch(log: impl Read + Send + 'static, sender: Sender<u16>) {
    std::thread::spawn(move || {
        for line in BufReader::new(log).lines().map_while(Result::ok) {
            if let Some((_, rest)) = line.split_once("http://127.0.0.1:") {
                let digits = rest
                    .split(|character: char| !character.is_ascii_digit())
                    .next();
                if let Some(Ok(port)) = digits.map(str::parse) {
                    let _ = sender.send(port);
                }
            }
        }
    });
}

/// A program that `./tests/tools` has put into `tools/` of the target directory, where this test
/// lies too.
pub(super) fn tool(path: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let mut tools = test
        .ancestors()
        .map(|folder| folder.join("tools").join(path));
    tools.find(|tool| tool.is_file()).unwrap_or_else(|| {
        panic!("{path} is missing in the target directory's tools: run ./tests/tools")
    })
}
