//! A Redis server with nothing in it, on a socket in a folder of its own; nothing on disk, and no
//! port but that for TLS where it is wanted.

use std::io::{Error, Read as _, Result, Write as _};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::Fallible;
use crate::postgres::free_port;
use crate::waiting::comes;

/// A running server; killed when it goes out of scope.
pub struct RedisServer {
    child: Option<Child>,
    directory: TempDir,
    password: Option<&'static str>,
    /// The port on which it speaks TLS.
    tls_port: Option<u16>,
}

impl RedisServer {
    /// Starts a server and waits until it answers.
    pub fn start() -> Result<Self> {
        Self::start_with(None)
    }

    /// The same, for those who know a password.
    pub fn start_with_password(password: &'static str) -> Result<Self> {
        Self::start_with(Some(password))
    }

    /// The same with a port of 127.0.0.1 for TLS. It is asked to put `server.key` and `server.crt`
    /// into a folder.
    pub fn start_encrypted(certify: impl FnOnce(&Path) -> Fallible<()>) -> Fallible<Self> {
        let mut server = Self {
            child: None,
            directory: tempfile::tempdir()?,
            password: None,
            tls_port: Some(free_port()?),
        };
        certify(server.directory.path())?;
        server.start_again()?;
        Ok(server)
    }

    /// The port on which it speaks TLS.
    pub fn tls_port(&self) -> Option<u16> {
        self.tls_port
    }

    fn start_with(password: Option<&'static str>) -> Result<Self> {
        let mut server = Self {
            child: None,
            directory: tempfile::tempdir()?,
            password,
            tls_port: None,
        };
        server.start_again()?;
        Ok(server)
    }

    /// Where it listens.
    pub fn url(&self) -> String {
        let user = self
            .password
            .map_or_else(String::new, |password| format!("?pass={password}"));
        format!("unix://{}{user}", self.socket().display())
    }

    /// Kills it. What it counted is gone.
    pub fn kill(&mut self) -> Result<()> {
        if let Some(mut child) = self.child.take() {
            child.kill()?;
            child.wait()?;
        }
        Ok(())
    }

    /// Starts another server in the place of one that was killed.
    pub fn start_again(&mut self) -> Result<()> {
        self.kill()?;
        let mut command = Command::new("redis-server");
        command
            .args(["--port", "0", "--save", "", "--appendonly", "no"])
            .arg("--unixsocket")
            .arg(self.socket())
            .arg("--dir")
            .arg(self.directory.path());
        if let Some(port) = self.tls_port {
            let file = |name| self.directory.path().join(name);
            command
                .args(["--bind", "127.0.0.1", "--tls-port", &port.to_string()])
                .args(["--tls-auth-clients", "no", "--tls-cert-file"])
                .arg(file("server.crt"))
                .arg("--tls-key-file")
                .arg(file("server.key"))
                .arg("--tls-ca-cert-file")
                .arg(file("server.crt"));
        }
        if let Some(password) = self.password {
            command.args(["--requirepass", password]);
        }
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        self.child = Some(child.map_err(|error| {
            Error::other(format!(
                "redis-server cannot be started ({error}). Install it: apt-get install redis-server"
            ))
        })?);
        self.wait_until_it_answers()
    }

    /// Makes it hang: connections stay open, nothing is answered.
    pub fn pause(&self) -> Result<()> {
        self.signal("-STOP")
    }

    /// Ends [`Self::pause`].
    pub fn resume(&self) -> Result<()> {
        self.signal("-CONT")
    }

    fn signal(&self, signal: &str) -> Result<()> {
        let child = self.child.as_ref();
        let process = child.ok_or_else(|| Error::other("redis-server is not running"))?;
        let sent = Command::new("kill")
            .args([signal, &process.id().to_string()])
            .status()?;
        if sent.success() {
            Ok(())
        } else {
            Err(Error::other("redis-server could not be signalled"))
        }
    }

    fn socket(&self) -> PathBuf {
        self.directory.path().join("redis.sock")
    }

    fn wait_until_it_answers(&self) -> Result<()> {
        if comes(|| self.answers().is_ok()) {
            return Ok(());
        }
        Err(Error::other("redis-server does not answer"))
    }

    /// It answers PING, or that a password is needed.
    fn answers(&self) -> Result<()> {
        let mut stream = UnixStream::connect(self.socket())?;
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        stream.write_all(b"PING\r\n")?;
        let mut first = [0; 5];
        stream.read_exact(&mut first)?;
        match &first {
            b"+PONG" | b"-NOAU" => Ok(()),
            _ => Err(Error::other("redis-server is not ready")),
        }
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        // It may have ended already; then there is nothing to stop.
        let _ = self.kill();
    }
}
