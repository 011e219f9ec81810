//! ClamAV's daemon with one signature of its own, on a socket in a folder of its own.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;

use crate::Fallible;
use crate::guarded::{Guarded, give_away, unprivileged};
use crate::programs::folder_with;
use crate::waiting::comes;

/// A running daemon; stopped when it goes out of scope.
pub struct ClamdServer {
    guarded: Option<Guarded>,
    directory: TempDir,
}

impl ClamdServer {
    /// A larger file is refused.
    pub const STREAM_MEGABYTES_MAX: usize = 20;

    /// Starts one that takes this text for malware, named `Test-Text`, and waits until it answers.
    pub fn start(malware: &str) -> Fallible<Self> {
        let directory = tempfile::tempdir()?;
        let folder = directory.path();
        let signatures = folder.join("signatures");
        fs::create_dir(&signatures)?;
        let digits: String = malware.bytes().map(|byte| format!("{byte:02x}")).collect();
        let signature = signatures.join("test.ndb");
        fs::write(&signature, format!("Test-Text:0:*:{digits}\n"))?;
        fs::write(folder.join("clamd.conf"), configuration(folder))?;
        for path in [folder, &signatures, &signature] {
            give_away(path)?;
        }
        let mut server = Self {
            guarded: None,
            directory,
        };
        server.start_again()?;
        Ok(server)
    }

    /// Where it listens.
    pub fn socket(&self) -> PathBuf {
        self.directory.path().join("clamd.sock")
    }

    /// Stops it.
    pub fn stop(&mut self) -> Fallible<()> {
        if let Some(guarded) = self.guarded.take() {
            guarded.stop()?;
        }
        if comes(|| self.answers().is_err()) {
            return Ok(());
        }
        Err("clamd does not stop".into())
    }

    /// Starts it in the place of one that was stopped.
    pub fn start_again(&mut self) -> Fallible<()> {
        let programs = folder_with(
            &["clamd"],
            vec!["/usr/sbin".into()],
            "apt-get install clamav-daemon",
        )?;
        let mut command = unprivileged(&programs.join("clamd"));
        command
            .arg("--config-file")
            .arg(self.directory.path().join("clamd.conf"));
        self.guarded = Some(Guarded::start(&command, "KILL", self.directory.path())?);
        if comes(|| self.answers().is_ok()) {
            return Ok(());
        }
        let log = fs::read_to_string(self.directory.path().join("log"));
        Err(format!("clamd does not answer: {}", log.unwrap_or_default()).into())
    }

    fn answers(&self) -> Fallible<()> {
        let mut socket = UnixStream::connect(self.socket())?;
        socket.set_read_timeout(Some(Duration::from_secs(1)))?;
        socket.write_all(b"zPING\0")?;
        let mut answer = [0; 5];
        socket.read_exact(&mut answer)?;
        if &answer == b"PONG\0" {
            return Ok(());
        }
        Err("clamd is not ready".into())
    }
}

fn configuration(folder: &std::path::Path) -> String {
    let folder = folder.display();
    format!(
        "LocalSocket {folder}/clamd.sock
FixStaleSocket yes
DatabaseDirectory {folder}/signatures
TemporaryDirectory {folder}
StreamMaxLength {}M
Foreground yes
",
        ClamdServer::STREAM_MEGABYTES_MAX
    )
}
