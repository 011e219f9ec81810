//! The first start, later ones, a second instance, stopping.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, ChildStderr, Command};

use tempfile::tempdir;

use crate::program::{command, ended};

/// A running service. Killed when dropped.
struct Serving {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// What it said up to the line with its address.
    said: String,
    address: String,
}

impl Serving {
    fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    fn start_with(folder: &Path, environment: &[(&str, &str)]) -> Self {
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

    /// The status of a request for an application that does not exist.
    fn status(&self, master_key: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let head = "GET /applications/26-0001 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n";
        write!(stream, "{head}x-master-key: {master_key}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split(' ').nth(1).unwrap().to_owned()
    }

    /// Sends SIGTERM; the exit status, and all that was said in the end.
    fn stop(mut self) -> (Option<i32>, String) {
        let pid = self.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .unwrap()
                .success()
        );
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

fn shown_key(said: &str) -> Option<&str> {
    said.lines()
        .map(str::trim)
        .find(|line| line.starts_with("mk_"))
}

#[test]
fn the_first_start_makes_a_master_key_that_works_and_later_starts_do_not_show_it() {
    let folder = tempdir().unwrap();
    let first = Serving::start(folder.path());
    let key = shown_key(&first.said).unwrap().to_owned();
    assert_eq!(first.status(&key), "404");
    assert_eq!(first.status("mk_something_else"), "401");
    let (status, said) = first.stop();
    assert_eq!(status, Some(0));
    assert_eq!(said.matches(&key).count(), 1, "{said}");

    let second = Serving::start(folder.path());
    assert_eq!(second.status(&key), "404");
    let (_, said) = second.stop();
    assert!(!said.contains(&key), "{said}");
    assert!(said.contains("first start"), "{said}");
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
