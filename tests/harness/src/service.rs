//! A running service with a folder of its own, and a client that talks to it.

use std::path::{Path, PathBuf};
use std::process::Command;

use reqwest::blocking::multipart::{Form, Part};
use reqwest::blocking::{Client, RequestBuilder, Response};
use serde_json::Value;
use tempfile::TempDir;
use test_servers::waiting::PATIENCE;

use crate::counting::Counting;
use crate::database;
use crate::ground::Ground;
use crate::operator::{self, Ended};
use crate::process::Process;
use crate::program;
use crate::storage::BlobStorage;

pub use crate::program::MASTER_KEY;

/// A service; its process is killed when it goes out of scope.
pub struct Service {
    process: Process,
    ground: Ground,
    client: Client,
}

/// What an upload answered.
pub struct Uploaded {
    /// The number of the application.
    pub pa_id: String,
    /// Its key.
    pub pa_key: String,
    /// All of the answer.
    pub answer: Value,
}

impl Service {
    /// A fresh service with an empty folder.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// The same with more settings, as environment variables.
    pub fn start_with(settings: &[(&str, &str)]) -> Self {
        Self::start_on(database::fresh(), settings)
    }

    /// The same with its rows there.
    pub fn start_on(database: Vec<(String, String)>, settings: &[(&str, &str)]) -> Self {
        Self::start_fresh(database, Counting::fresh(), settings)
    }

    /// A service that counts requests where and how its settings alone say.
    pub fn start_counting(settings: &[(&str, &str)]) -> Self {
        Self::start_fresh(database::fresh(), Counting::default(), settings)
    }

    fn start_fresh(
        database: Vec<(String, String)>,
        counting: Counting,
        settings: &[(&str, &str)],
    ) -> Self {
        Self::launch(Ground::fresh(database, counting, owned(settings).collect()))
    }

    /// A service with an empty storage of its own, on which this command was called before.
    pub fn start_after(arguments: &[&str]) -> Self {
        let ground = Ground::fresh(database::fresh(), Counting::fresh(), Vec::new());
        operator::call_with(ground.directory.path(), arguments, &ground.storage()).with(0);
        Self::launch(ground)
    }

    /// A service whose rows and bytes lie in this folder, whatever the others run on; it may hold
    /// something already.
    pub fn start_in(directory: TempDir) -> Self {
        Self::start_in_with(directory, &[])
    }

    /// The same with more settings, as environment variables.
    pub fn start_in_with(directory: TempDir, settings: &[(&str, &str)]) -> Self {
        Self::launch(Ground {
            blobs: BlobStorage::Folder(directory.path().join("data/blobs")),
            database: Vec::new(),
            counting: Counting::default(),
            settings: owned(settings).collect(),
            directory,
        })
    }

    /// One of several on the same servers, which these settings name.
    pub fn start_among(settings: Vec<(String, String)>) -> Self {
        Self::launch(Ground {
            directory: tempfile::tempdir().expect("a temporary folder"),
            blobs: BlobStorage::Elsewhere,
            database: Vec::new(),
            counting: Counting::default(),
            settings,
        })
    }

    /// Kills the process without warning and starts another on the same folder.
    pub fn kill_and_restart(self) -> Self {
        self.kill_and_restart_with(&[])
    }

    /// The same, with these settings in its environment.
    pub fn kill_and_restart_with(self, more: &[(&str, &str)]) -> Self {
        let Self {
            process,
            mut ground,
            ..
        } = self;
        process.kill();
        ground.settings.extend(owned(more));
        Self::launch(ground)
    }

    /// Kills the process, if it still runs, and gives its folder.
    pub fn end(self) -> TempDir {
        let Self {
            process, ground, ..
        } = self;
        drop(process);
        ground.directory
    }

    fn launch(ground: Ground) -> Self {
        let mut command = Command::new(program::path());
        command
            .arg("serve")
            .current_dir(ground.directory.path())
            .env("FORMSERVICE__SERVER__LISTEN", "127.0.0.1:0")
            .env("FORMSERVICE__SERVER__METRICS_LISTEN", "127.0.0.1:0")
            .env("FORMSERVICE__LOG__FORMAT", "json")
            .envs(ground.storage())
            .envs(ground.counting.variables())
            .envs(ground.settings.iter().cloned());
        let client = Client::builder().timeout(PATIENCE);
        Self {
            process: Process::start(&mut command),
            ground,
            client: client.build().expect("a client"),
        }
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Where it listens: scheme, host and port.
    pub fn base(&self) -> &str {
        self.process.base()
    }

    /// Where its page for Prometheus is.
    pub fn metrics_url(&self) -> &str {
        self.process.metrics_url()
    }

    /// That page, as it is now.
    pub fn metrics(&self) -> String {
        let answer = self.client.get(self.metrics_url()).send();
        let answer = answer.expect("an answer");
        assert_eq!(answer.status(), 200);
        answer.text().expect("a text")
    }

    /// What this process has logged.
    pub fn log(&self) -> String {
        self.process.log()
    }

    /// The folder in which it runs.
    pub fn folder(&self) -> &Path {
        self.ground.directory.path()
    }

    /// Calls a command of the program on its storage and waits for its end.
    pub fn call(&self, arguments: &[&str]) -> Ended {
        self.call_with(arguments, &[])
    }

    /// The same with these settings, as environment variables.
    pub fn call_with(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Ended {
        let mut all = self.ground.storage();
        all.extend(owned(settings));
        operator::call_with(self.folder(), arguments, &all)
    }

    /// The PostgreSQL database of its own that has its rows, if one has.
    pub(crate) fn postgres_database(&self) -> Option<&str> {
        let (_, url) = self.ground.database.first()?;
        url.rsplit('/').next()
    }

    /// The number of blobs, those on their way included.
    pub fn blob_count(&self) -> usize {
        self.ground.blobs.count()
    }

    /// The bytes of all blobs, those on their way included.
    pub fn blobs(&self) -> Vec<Vec<u8>> {
        self.ground.blobs.contents()
    }

    /// Whether its bytes lie on an S3 server.
    pub fn is_on_s3(&self) -> bool {
        matches!(self.ground.blobs, BlobStorage::S3(_))
    }

    /// The files of a service that keeps its bytes in its folder, files being staged included.
    pub fn blob_files(&self) -> Vec<PathBuf> {
        self.ground.blobs.files()
    }

    /// A GET of a path.
    pub fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.base()))
    }

    /// A PUT.
    pub fn put(&self, path: &str) -> RequestBuilder {
        self.client.put(format!("{}{path}", self.base()))
    }

    /// A DELETE.
    pub fn delete(&self, path: &str) -> RequestBuilder {
        self.client.delete(format!("{}{path}", self.base()))
    }

    /// A POST.
    pub fn post(&self, path: &str) -> RequestBuilder {
        self.client.post(format!("{}{path}", self.base()))
    }

    /// Any method.
    pub fn request(&self, method: &str, path: &str) -> RequestBuilder {
        self.client.request(
            method.parse().expect("a method"),
            format!("{}{path}", self.base()),
        )
    }

    /// Uploads a file as a form of a type.
    pub fn upload(&self, form_type: &'static str, pdf: Vec<u8>) -> Response {
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
    pub fn uploaded(&self, form_type: &'static str, pdf: Vec<u8>) -> Uploaded {
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
    /// Where the application is.
    pub fn path(&self) -> String {
        format!("/applications/{}", self.pa_id)
    }
}

fn owned(settings: &[(&str, &str)]) -> impl Iterator<Item = (String, String)> {
    settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
}

/// Asserts status and code of a refusal and gives its sentence.
pub fn refusal(response: Response, status: u16, code: &str) -> String {
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
