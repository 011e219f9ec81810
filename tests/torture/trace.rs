//! Watches the system calls of a running service.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};

use tempfile::NamedTempFile;
use test_harness::service::Service;

/// A `strace` that is attached to every thread of a service.
pub(crate) struct Trace {
    strace: Child,
    /// Kept open: what strace has to say of new threads must not break it.
    said: BufReader<ChildStderr>,
    written: NamedTempFile,
}

/// What a service does from its first instruction until it says where it listens.
pub(crate) fn of_start(command: &Command, calls: &str) -> String {
    let written = NamedTempFile::new().expect("a temporary file");
    let mut strace = Command::new("strace");
    options(&mut strace, calls, written.path());
    strace.arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        strace.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => strace.env(name, value),
            None => strace.env_remove(name),
        };
    }
    let strace = strace.stdin(Stdio::null()).stdout(Stdio::null());
    let strace = strace.stderr(Stdio::piped()).spawn();
    let mut strace = strace.expect("strace is installed (apt-get install strace)");
    let mut said = BufReader::new(strace.stderr.take().expect("standard error is piped"));
    let mut line = String::new();
    while !line.contains("http://") {
        line.clear();
        let length = said
            .read_line(&mut line)
            .expect("the service says something");
        assert_ne!(length, 0, "the service did not start");
    }
    let children = format!("/proc/{0}/task/{0}/children", strace.id());
    let children = std::fs::read_to_string(children).expect("strace has started the service");
    let killed = Command::new("kill")
        .arg("-KILL")
        .arg(children.trim())
        .status();
    assert!(killed.expect("kill is installed").success(), "{children}");
    strace.wait().expect("strace ends with the service");
    std::fs::read_to_string(written.path()).expect("what strace wrote")
}

fn options(strace: &mut Command, calls: &str, written: &Path) {
    strace
        .args(["-f", "-y", "-s", "64", "-e", "signal=none"])
        .arg(format!("--trace={calls}"))
        .arg("-o")
        .arg(written);
}

impl Trace {
    /// Attaches to the service; everything that it does from now on is seen.
    pub(crate) fn begin(service: &Service, calls: &str) -> Self {
        let written = NamedTempFile::new().expect("a temporary file");
        let mut strace = Command::new("strace");
        options(&mut strace, calls, written.path());
        let mut strace = strace
            .arg(format!("--attach={}", service.process_id()))
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("strace is installed (apt-get install strace)");
        let said = strace.stderr.take().expect("standard error is piped");
        let mut said = BufReader::new(said);
        let mut line = String::new();
        said.read_line(&mut line).expect("strace says something");
        assert!(
            line.contains(" attached"),
            "strace may not watch the service: these tests need root or CAP_SYS_PTRACE, and a \
             container or kernel (kernel.yama.ptrace_scope) that allows ptrace. It said: {line}"
        );
        Self {
            strace,
            said,
            written,
        }
    }

    /// What was seen until the service ended.
    pub(crate) fn end(mut self, service: Service) -> String {
        drop(service);
        let mut rest = String::new();
        let read = self.said.read_to_string(&mut rest);
        read.expect("strace says what it has to");
        self.strace.wait().expect("strace ends with the service");
        std::fs::read_to_string(self.written.path()).expect("what strace wrote")
    }
}
