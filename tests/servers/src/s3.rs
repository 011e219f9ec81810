//! Two servers that speak S3.
//!
//! [`S3Server`] is `s3s-fs`: it verifies signatures and keeps every object as a file. It cannot
//! list multipart uploads. [`LooseS3Server`] is `moto`: it can, but believes any signature.
//! `./tests/tools` installs both.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test whose server cannot be set up has failed"
)]

mod process;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use process::{Server, tool};

/// The bucket that each server has.
pub const BUCKET: &str = "formservice-tests";

/// The secret that [`S3Server`] asks for.
pub const SECRET: &str = "a secret for tests only";

const KEY_ID: &str = "a-key-for-tests-only";

/// An `s3s-fs` with one empty bucket.
pub struct S3Server {
    directory: TempDir,
    server: Option<Server>,
    port: u16,
}

impl S3Server {
    /// Starts one.
    pub fn start() -> Self {
        let directory = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(directory.path().join(BUCKET)).expect("a bucket");
        let mut server = Self {
            directory,
            server: None,
            port: 0,
        };
        server.start_again();
        server
    }

    /// Ends it without warning; what it has stored stays.
    pub fn stop(&mut self) {
        self.server = None;
    }

    /// Starts it on what it had stored, at the same port.
    pub fn start_again(&mut self) {
        let mut command = Command::new(tool("bin/s3s-fs"));
        command
            .args(["--host", "127.0.0.1", "--port", &self.port.to_string()])
            .args(["--access-key", KEY_ID, "--secret-key", SECRET])
            .arg(self.directory.path())
            .env("RUST_LOG", "s3s_fs=info");
        let server = Server::start(&mut command);
        self.port = server.port;
        self.server = Some(server);
    }

    /// The environment of somebody who may ask it.
    pub fn variables(&self) -> Vec<(String, String)> {
        self.variables_with(SECRET)
    }

    /// The environment of somebody with a secret.
    pub fn variables_with(&self, secret: &str) -> Vec<(String, String)> {
        variables(self.port, secret)
    }

    /// The names of all objects, and `unfinished` for each file of an upload that was neither
    /// completed nor aborted.
    pub fn stored(&self) -> Vec<String> {
        let bucket = self.directory.path().join(BUCKET);
        let mut names = Vec::new();
        add_files(&bucket, &bucket, &mut names);
        let beside = fs::read_dir(self.directory.path()).into_iter().flatten();
        let beside = beside.flatten().map(|entry| entry.file_name());
        let unfinished = beside.filter(|name| name.to_string_lossy().contains("upload"));
        names.extend(unfinished.map(|_| "unfinished".to_owned()));
        names
    }

    /// Where the file of an object is.
    pub fn file(&self, object: &str) -> PathBuf {
        self.directory.path().join(BUCKET).join(object)
    }
}

fn add_files(root: &PathBuf, folder: &PathBuf, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            add_files(root, &path, names);
        } else if let Ok(name) = path.strip_prefix(root) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
}

/// A `moto` with one empty bucket.
pub struct LooseS3Server(Server);

impl LooseS3Server {
    /// Starts one.
    pub fn start() -> Self {
        let mut command = Command::new(tool("moto/bin/moto_server"));
        let server = Server::start(command.args(["-H", "127.0.0.1", "-p", "0"]));
        let server = Self(server);
        server.ask("PUT", &format!("/{BUCKET}"));
        server
    }

    /// Begins a multipart upload and forgets it.
    pub fn begin_upload(&self, object: &str) {
        self.ask("POST", &format!("/{BUCKET}/{object}?uploads"));
    }

    /// The names of all objects that have been begun and neither completed nor given up.
    pub fn unfinished(&self) -> Vec<String> {
        let answer = self.ask("GET", &format!("/{BUCKET}?uploads"));
        let names = answer.split("<Key>").skip(1);
        let names = names.filter_map(|rest| rest.split("</Key>").next());
        names.map(str::to_owned).collect()
    }

    /// The answer to a request without a signature.
    fn ask(&self, method: &str, address: &str) -> String {
        let mut connection =
            TcpStream::connect(("127.0.0.1", self.0.port)).expect("the server listens");
        write!(
            connection,
            "{method} {address} HTTP/1.1\r\nHost: s3.amazonaws.com\r\nContent-Length: \
                0\r\nConnection: close\r\n\r\n"
        )
        .expect("a request");
        let mut answer = String::new();
        connection.read_to_string(&mut answer).expect("an answer");
        assert!(answer.contains(" 200 "), "{method}: {answer}");
        answer
    }

    /// The environment of somebody who asks it.
    pub fn variables(&self) -> Vec<(String, String)> {
        variables(self.0.port, SECRET)
    }
}

fn variables(port: u16, secret: &str) -> Vec<(String, String)> {
    [
        ("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{port}")),
        ("AWS_REGION", "us-east-1".to_owned()),
        ("AWS_ACCESS_KEY_ID", KEY_ID.to_owned()),
        ("AWS_SECRET_ACCESS_KEY", secret.to_owned()),
        ("AWS_ALLOW_HTTP", "true".to_owned()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}
