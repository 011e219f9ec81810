//! A running service with a folder of its own, and a client that talks to it.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde_json::Value;
use tempfile::TempDir;

use crate::database;
use crate::storage::BlobStorage;

/// The master key of every test service.
pub(crate) const MASTER_KEY: &str = "a master key for tests only";

/// A service process; killed when it goes out of scope.
pub(crate) struct Service {
    child: Child,
    directory: TempDir,
    blobs: BlobStorage,
    /// Where its rows are and what it was told beside, as environment variables.
    settings: Vec<(String, String)>,
    base: String,
    client: Client,
}

/// What an upload answered.
pub(crate) struct Uploaded {
    pub(crate) pa_id: String,
    pub(crate) pa_key: String,
    pub(crate) answer: Value,
}

impl Service {
    /// A fresh service with an empty folder.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// The same with more settings, as environment variables.
    pub(crate) fn start_with(settings: &[(&str, &str)]) -> Self {
        Self::start_on(database::fresh(), settings)
    }

    /// The same with its rows there.
    pub(crate) fn start_on(database: Vec<(String, String)>, settings: &[(&str, &str)]) -> Self {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let blobs = BlobStorage::fresh(directory.path());
        let settings = database.into_iter().chain(owned(settings));
        Self::launch(directory, blobs, settings.collect())
    }

    /// Kills the process without warning and starts another on the same folder.
    pub(crate) fn kill_and_restart(self) -> Self {
        self.kill_and_restart_with(&[])
    }

    /// The same, with these settings in its environment.
    pub(crate) fn kill_and_restart_with(mut self, more: &[(&str, &str)]) -> Self {
        self.child.kill().expect("the service was running");
        self.child.wait().expect("the service ended");
        let unused = tempfile::tempdir().expect("a temporary folder");
        let blobs = self.blobs.take();
        let mut settings = std::mem::take(&mut self.settings);
        settings.extend(owned(more));
        let directory = std::mem::replace(&mut self.directory, unused);
        Self::launch(directory, blobs, settings)
    }

    /// A service whose rows and bytes lie in this folder, whatever the others run on; it may hold something already.
    pub(crate) fn start_in(directory: TempDir) -> Self {
        let blobs = BlobStorage::Folder(directory.path().join("data/blobs"));
        Self::launch(directory, blobs, Vec::new())
    }

    fn launch(directory: TempDir, blobs: BlobStorage, settings: Vec<(String, String)>) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_formservice"))
            .arg("serve")
            .current_dir(directory.path())
            .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
            .env("FORMSERVICE__AUTH__MASTER_KEY_HASHES", master_key_hash())
            .env("FORMSERVICE__LOG__FORMAT", "json")
            .envs(blobs.variables())
            .envs(settings.iter().cloned())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("the service starts");
        let base = listening_address(&mut child);
        let client = Client::builder()
            .timeout(Duration::from_secs(60))
            .build()
            .expect("a client");
        Self {
            child,
            directory,
            blobs,
            settings,
            base,
            client,
        }
    }

    /// Where it listens: scheme, host and port.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    /// The folder in which it runs.
    pub(crate) fn folder(&self) -> &Path {
        self.directory.path()
    }

    /// The number of blobs, those on their way included.
    pub(crate) fn blob_count(&self) -> usize {
        self.blobs.count()
    }

    /// The files of a service that keeps its bytes in its folder, files being staged included.
    pub(crate) fn blob_files(&self) -> Vec<PathBuf> {
        self.blobs.files()
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.base))
    }

    pub(crate) fn put(&self, path: &str) -> RequestBuilder {
        self.client.put(format!("{}{path}", self.base))
    }

    pub(crate) fn delete(&self, path: &str) -> RequestBuilder {
        self.client.delete(format!("{}{path}", self.base))
    }

    pub(crate) fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.base))
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.request(
            method.parse().expect("a method"),
            format!("{}{path}", self.base),
        )
    }

    /// Uploads a file as a form of a type.
    pub(crate) fn upload(&self, form_type: &'static str, pdf: Vec<u8>) -> Response {
        let file = Part::bytes(pdf)
            .file_name("antrag.pdf")
            .mime_str("application/pdf")
            .expect("a media type");
        self.post("/upload")
            .multipart(Form::new().text("form_type", form_type).part("file", file))
            .send()
            .expect("an answer")
    }

    /// Uploads a form that must be taken.
    pub(crate) fn uploaded(&self, form_type: &'static str, pdf: Vec<u8>) -> Uploaded {
        let response = self.upload(form_type, pdf);
        let status = response.status();
        let answer: Value = response.json().expect("JSON");
        assert_eq!(status, 201, "{answer}");
        let text = |member: &str| answer[member].as_str().expect("a text").to_owned();
        Uploaded {
            pa_id: text("pa_id"),
            pa_key: text("pa_key"),
            answer,
        }
    }
}

impl Uploaded {
    pub(crate) fn path(&self) -> String {
        format!("/applications/{}", self.pa_id)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn owned(settings: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> {
    settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
}

/// Asserts status and code of a refusal and gives its sentence.
pub(crate) fn refusal(response: Response, status: u16, code: &str) -> String {
    let got = response.status();
    assert_eq!(
        response.headers()["content-type"],
        "application/json",
        "{got}"
    );
    let body: Value = response.json().expect("an error is JSON");
    assert_eq!(
        (got.as_u16(), body["code"].as_str()),
        (status, Some(code)),
        "{body}"
    );
    body["detail"].as_str().expect("a detail").to_owned()
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

/// Hashed once by the program itself, as an operator does.
fn master_key_hash() -> &'static str {
    static HASH: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    HASH.get_or_init(|| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_formservice"))
            .arg("hash-key")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("hash-key starts");
        std::io::Write::write_all(
            child.stdin.as_mut().expect("standard input"),
            format!("{MASTER_KEY}\n").as_bytes(),
        )
        .expect("hash-key reads");
        let output = child.wait_with_output().expect("hash-key ends");
        String::from_utf8(output.stdout)
            .expect("a hash")
            .trim()
            .to_owned()
    })
}
