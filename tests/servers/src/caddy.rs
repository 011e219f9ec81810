//! Caddy with a configuration file as operators have it, on a free port of 127.0.0.1, without TLS.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

use crate::Fallible;
use crate::postgres::free_port;
use crate::programs::folder_with;
use crate::waiting::comes;

const INSTALL: &str = "apt-get install caddy (or the Caddy package of this system)";

/// A running proxy; killed when it goes out of scope.
pub struct Caddy {
    child: Child,
    folder: TempDir,
    port: u16,
}

impl Caddy {
    /// Starts one with this file in front of these instances (`host:port`), and waits until it
    /// listens.
    pub fn start(configuration: &Path, instances: &[&str]) -> Fallible<Self> {
        let program = folder_with(&["caddy"], Vec::new(), INSTALL)?.join("caddy");
        let folder = tempfile::tempdir()?;
        let port = free_port()?;
        let log = fs::File::create(folder.path().join("log"))?;
        let child = Command::new(program)
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(configuration)
            .env("SITE_ADDRESS", format!("http://127.0.0.1:{port}"))
            .env("UPSTREAMS", instances.join(" "))
            .env("HOME", folder.path())
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .spawn()?;
        let server = Self {
            child,
            folder,
            port,
        };
        if comes(|| TcpStream::connect(("127.0.0.1", port)).is_ok()) {
            return Ok(server);
        }
        Err(format!("Caddy does not listen:\n{}", server.log()?).into())
    }

    /// Where it listens.
    pub fn base(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What it has logged.
    pub fn log(&self) -> Fallible<String> {
        Ok(fs::read_to_string(self.folder.path().join("log"))?)
    }

    /// The most memory that it has ever held, in bytes.
    pub fn memory_bytes_max(&self) -> Fallible<u64> {
        let status = PathBuf::from(format!("/proc/{}/status", self.child.id()));
        let status = fs::read_to_string(status)?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
        Ok(peak.ok_or("no peak is told")?.trim().parse::<u64>()? * 1024)
    }
}

impl Drop for Caddy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
