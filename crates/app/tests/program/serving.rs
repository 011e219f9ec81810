//! The first start, later ones, a second instance, stopping.

use std::fs::Permissions;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, ChildStderr, Command};

use tempfile::tempdir;

use crate::program::{call, call_with, command, ended};

/// A running service. Killed when dropped.
pub(crate) struct Serving {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// What it said up to the line with its address.
    pub(crate) said: String,
    pub(crate) address: String,
}

impl Serving {
    pub(crate) fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    pub(crate) fn start_with(folder: &Path, environment: &[(&str, &str)]) -> Self {
        let mut command = command(folder, &["serve"]);
        command
            .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
            .env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0")
            .envs(environment.iter().copied());
        let mut child = command.spawn().unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let mut serving = Self {
            child,
            stderr,
            said: String::new(),
            address: String::new(),
        };
        serving.listen_for_address();
        serving
    }

    fn listen_for_address(&mut self) {
        while self.address.is_empty() {
            let mut line = String::new();
            let count = self.stderr.read_line(&mut line).unwrap();
            self.said.push_str(&line);
            assert_ne!(count, 0, "it ended: {}", self.said);
            if let Some((_, address)) = line.split_once("http://") {
                address
                    .split('"')
                    .next()
                    .unwrap()
                    .clone_into(&mut self.address);
            }
        }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// The status of a request for an application that does not exist.
    fn status(&self, master_key: &str) -> String {
        let key = format!("x-master-key: {master_key}\r\n");
        let answer = self.answer("GET /applications/26-0001", &key);
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    /// All of the answer to a request without a body, its head included.
    pub(crate) fn answer(&self, request: &str, header: &str) -> String {
        answer(&self.address, request, header)
    }

    /// The page for Prometheus.
    pub(crate) fn metrics(&self) -> String {
        let (before, _) = self.said.split_once("/metrics").unwrap();
        let (_, address) = before.rsplit_once("//").unwrap();
        answer(address, "GET /metrics", "")
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(sent.success());
    }

    /// Sends SIGTERM; the exit status, and all that was said in the end.
    pub(crate) fn stop(mut self) -> (Option<i32>, String) {
        self.signal("-TERM");
        let status = self.child.wait().unwrap().code();
        let mut said = std::mem::take(&mut self.said);
        self.stderr.read_to_string(&mut said).unwrap();
        (status, said)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All of an answer, its head included.
fn answer(address: &str, request: &str, header: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("{request} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n");
    write!(stream, "{head}{header}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn the_first_start_without_a_terminal_puts_a_master_key_that_works_into_a_file() {
    let folder = tempdir().unwrap();
    let first = Serving::start(folder.path());
    let file = folder.path().join("data/master-key");
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let key = std::fs::read_to_string(&file).unwrap().trim().to_owned();
    assert_eq!(first.status(&key), "404");
    assert_eq!(first.status("mk_something_else"), "401");
    let (status, said) = first.stop();
    assert_eq!(status, Some(0));
    assert!(said.contains("data/master-key\""), "where it is: {said}");
    assert!(!said.contains(&key), "{said}");
    let left = "still lies in `master-key` beside the database";
    assert!(!said.contains(left), "it was made just now: {said}");

    let (_, said) = Serving::start(folder.path()).stop();
    assert!(said.contains(left), "{said}");
    let said = call(folder.path(), &["check"]).stderr;
    assert!(said.contains(left), "{said}");

    std::fs::remove_file(&file).unwrap();
    let second = Serving::start(folder.path());
    assert_eq!(second.status(&key), "404");
    let (_, said) = second.stop();
    assert!(!said.contains(&key), "{said}");
    assert!(said.contains("first start"), "{said}");
    assert!(!said.contains(left), "{said}");
    assert!(!file.exists());
}

#[test]
fn a_secret_may_stand_in_a_file_that_a_variable_names() {
    let folder = tempdir().unwrap();
    let key = "a master key from a file";
    let hash = call_with(folder.path(), &["hash-key"], key.as_bytes());
    std::fs::write(folder.path().join("hashes"), &hash.stdout).unwrap();
    let named = [("FORMSERVICE__AUTH__MASTER_KEY_HASHES_FILE", "hashes")];
    let serving = Serving::start_with(folder.path(), &named);
    assert_eq!(serving.status(key), "404");
    let mut check = command(folder.path(), &["check"]);
    check.env("FORMSERVICE__DATABASE__URL_FILE", "not-there");
    let check = ended(check);
    assert_eq!(check.status, Some(2));
    let told = "`FORMSERVICE__DATABASE__URL_FILE` names cannot be read";
    assert!(check.stderr.contains(told), "{}", check.stderr);
}

#[test]
fn secrets_that_others_can_read_are_warned_of_at_the_start_and_in_check() {
    // Below the temporary folder of the machine, where everybody may look.
    let folder = tempdir().unwrap();
    let set = |path: &Path, mode| std::fs::set_permissions(path, Permissions::from_mode(mode));
    set(folder.path(), 0o755).unwrap();
    let file = folder.path().join("formservice.toml");
    std::fs::write(&file, "auth.master_key_hashes = []").unwrap();
    for (mode, is_warned_of) in [(0o644, true), (0o640, false)] {
        set(&file, mode).unwrap();
        let config = [("FORMSERVICE_CONFIG", "formservice.toml")];
        let serving = Serving::start_with(folder.path(), &config);
        let warns = |said: &str| said.contains("Everyone on this machine can read");
        assert_eq!(warns(&serving.said), is_warned_of, "{}", serving.said);
        let check = call(folder.path(), &["check", "--config", "formservice.toml"]);
        assert_eq!(check.status, Some(0), "{}", check.stderr);
        assert_eq!(warns(&check.stderr), is_warned_of, "{}", check.stderr);
    }
}

#[test]
fn nothing_in_the_data_folder_is_for_others_to_read() {
    let folder = tempdir().unwrap();
    let _serving = Serving::start(folder.path());
    let data = folder.path().join("data");
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    for entry in std::fs::read_dir(&data).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path) & 0o077, 0, "{}", path.display());
    }
}

#[test]
fn sighup_is_ignored_however_often_it_comes() {
    let folder = tempdir().unwrap();
    let serving = Serving::start(folder.path());
    for _ in 0..10 {
        serving.signal("-HUP");
        assert_eq!(serving.status("wrong"), "401");
    }
    let (status, said) = serving.stop();
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("stopped"), "{said}");
}

#[test]
fn a_second_instance_on_the_same_address_says_so_and_leaves_the_first_alone() {
    let folder = tempdir().unwrap();
    let first = Serving::start(folder.path());
    let mut second = command(folder.path(), &["serve"]);
    second.env("FORMSERVICE__SERVER__LISTEN", &first.address);
    second.env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0");
    let second = ended(second);
    assert_eq!(second.status, Some(1));
    assert!(
        second.stderr.contains("listens on 127.0.0.1:"),
        "{}",
        second.stderr
    );
    assert_eq!(first.status("wrong"), "401");
}

#[test]
fn a_second_instance_on_the_same_rows_is_warned_of_and_commands_are_not() {
    const WARNING: &str = "another formservice serves from the same SQLite file";
    let folder = tempdir().unwrap();
    let first = Serving::start(folder.path());
    assert!(!first.said.contains(WARNING), "{}", first.said);
    let second = Serving::start(folder.path());
    assert!(second.said.contains(WARNING), "{}", second.said);
    for serving in [&first, &second] {
        assert_eq!(serving.status("wrong"), "401");
    }
    for arguments in [
        &["check"][..],
        &["migrate"],
        &["verify"],
        &["backup", "copy"],
        &["sweep"],
    ] {
        let beside = call(folder.path(), arguments);
        assert_eq!(beside.status, Some(0), "{arguments:?}: {}", beside.stderr);
        assert!(!beside.stderr.contains(WARNING), "{}", beside.stderr);
    }
    // Killed without warning; `drop` does the same and waits for the end.
    for serving in [first, second] {
        serving.signal("-KILL");
    }
    let third = Serving::start(folder.path());
    assert!(!third.said.contains(WARNING), "{}", third.said);
}

#[test]
fn check_names_a_pepper_with_which_serve_would_not_start() {
    let folder = tempdir().unwrap();
    assert_eq!(call(folder.path(), &["migrate"]).status, Some(0));
    let pepper = folder.path().join("data/retry-pepper");
    for damage in [false, true] {
        if damage {
            std::fs::write(&pepper, "").unwrap();
        }
        let check = call(folder.path(), &["check"]);
        let named = check.stderr.contains("`retry-pepper` beside the database");
        assert_eq!(named, damage, "{}", check.stderr);
        assert!(!damage || check.status == Some(1), "{}", check.stderr);
    }
}

#[test]
fn a_malformed_hash_of_a_master_key_is_wrong_configuration() {
    let folder = tempdir().unwrap();
    let mut service = command(folder.path(), &["serve"]);
    service
        .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0")
        .env("FORMSERVICE__AUTH__MASTER_KEY_HASHES", "plain-text-key");
    let service = ended(service);
    assert_eq!(service.status, Some(2));
    assert!(
        service.stderr.contains("auth.master_key_hashes"),
        "{}",
        service.stderr
    );
    assert!(
        !service.stderr.contains("plain-text-key"),
        "{}",
        service.stderr
    );
}

#[test]
fn a_service_without_a_master_key_says_so_and_lets_nobody_administer() {
    let folder = tempdir().unwrap();
    let file = "auth.master_key_hashes = []";
    std::fs::write(folder.path().join("formservice.toml"), file).unwrap();
    let config = [("FORMSERVICE_CONFIG", "formservice.toml")];
    let serving = Serving::start_with(folder.path(), &config);
    assert!(
        serving.said.contains("no master key is configured"),
        "{}",
        serving.said
    );
    assert_eq!(serving.status(""), "401");
    assert!(!folder.path().join("data/master-key.hash").exists());
}
