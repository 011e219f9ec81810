//! What the kernel says of a worker that waits for its file.

#![expect(
    clippy::unwrap_used,
    reason = "the lints take only #[test] functions for tests, not what they share"
)]

use std::fs::{self, Permissions};
use std::io::Read as _;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::process::geteuid;
use tempfile::TempDir;

/// Debian's `nobody`: that is its number everywhere.
const NOBODY: u32 = 65534;

/// A worker that has told how it is confined. Killed when dropped.
struct LiveWorker {
    child: Child,
    told: [u8; 2],
    _folder: TempDir,
}

impl LiveWorker {
    /// As a user without rights, since root may look into everything. `arguments` may ask for one
    /// that is not confined.
    fn start(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        // Where everybody may run it.
        let program = folder.path().join("worker");
        copy(env!("CARGO_BIN_EXE_misbehaving-worker").as_ref(), &program);
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let mut command = Command::new(program);
        command
            .arg("alone")
            .args(arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        if geteuid().is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        let mut child = command.spawn().unwrap();
        let mut told = [0; 2];
        let stdout = child.stdout.as_mut().unwrap();
        stdout.read_exact(&mut told).unwrap();
        Self {
            child,
            told,
            _folder: folder,
        }
    }

    fn proc(&self, file: &str) -> String {
        format!("/proc/{}/{file}", self.child.id())
    }

    /// The value of a line of `/proc/PID/status`.
    fn status(&self, key: &str) -> String {
        let status = fs::read_to_string(self.proc("status")).unwrap();
        let mut lines = status.lines().filter_map(|line| line.split_once(":\t"));
        let (_, value) = lines.find(|(name, _)| *name == key).unwrap();
        value.to_owned()
    }

    fn limit(&self, name: &str) -> Vec<String> {
        let limits = fs::read_to_string(self.proc("limits")).unwrap();
        let line = limits.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap()
            .split_whitespace()
            .take(2)
            .map(str::to_owned)
            .collect()
    }

    /// Whose `/proc/PID/environ` is: root's, where nobody else may look into the process.
    fn owner(&self) -> u32 {
        fs::metadata(self.proc("environ")).unwrap().uid()
    }
}

impl Drop for LiveWorker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// By another process: what this one has open for writing a child of another test would hold until
/// it has begun its own program, and no file that is open for writing may be run (`ETXTBSY`).
fn copy(program: &Path, to: &Path) {
    let copied = Command::new("cp").arg(program).arg(to).status().unwrap();
    assert!(copied.success(), "cp: {copied}");
}

#[test]
fn confine_shows_in_the_status_of_a_live_worker() {
    let worker = LiveWorker::start(&[]);
    assert_eq!(worker.told[1], 1, "{:?}", worker.told);
    assert_eq!(worker.status("Seccomp"), "2");
    assert_eq!(worker.status("NoNewPrivs"), "1");
    assert_eq!(worker.owner(), 0);
    for name in ["Max core file size", "Max file size", "Max processes"] {
        assert_eq!(worker.limit(name), ["0", "0"], "{name}");
    }
    let free = LiveWorker::start(&["unconfined"]);
    assert_eq!(free.told, [0, 0]);
    // A container may have put a filter of its own around both.
    let filters = |worker: &LiveWorker| worker.status("Seccomp_filters");
    assert_ne!(filters(&free), filters(&worker));
    assert_ne!(free.owner(), 0);
}

#[test]
fn confine_leaves_four_descriptors_whatever_was_inherited() {
    let folder = tempfile::tempdir().unwrap();
    let file = fs::File::create(folder.path().join("file")).unwrap();
    // Without `O_CLOEXEC`.
    let _inherited = rustix::io::dup(&file).unwrap();
    let mut worker = LiveWorker::start(&["tell descriptors"]);
    let mut open = Vec::new();
    let stdout = worker.child.stdout.as_mut().unwrap();
    stdout.read_to_end(&mut open).unwrap();
    assert_eq!(open, [0, 1, 2, 3]);
    // Nobody else may look where they lead to.
    if geteuid().is_root() {
        let worker = LiveWorker::start(&[]);
        let output = fs::read_link(worker.proc("fd/1")).unwrap();
        assert_eq!(output, Path::new("/dev/null"));
    }
}

#[test]
fn confine_refuses_to_go_on_with_an_environment() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_misbehaving-worker"));
    let ended = command
        .arg("alone")
        .env_clear()
        .env("AWS_SECRET_ACCESS_KEY", "x")
        .output()
        .unwrap();
    assert_eq!((ended.status.code(), ended.stdout.len()), (Some(77), 0));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("environment"));
}
